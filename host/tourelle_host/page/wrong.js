// "That was wrong": saves what the board felt last, for whoever looks into why it was read so.

/** @import { Note } from "./types.js" */

/**
 * @param {HTMLButtonElement} button
 * @param {HTMLDialogElement} dialog
 * @param {Note} note tells that it could not be done
 */
export function wrong(button, dialog, note) {
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      const answer = await fetch("events").catch(() => null);
      if (!answer) note("The events cannot be saved: there is no connection.", true);
      else if (!answer.ok) note(await answer.text());
      else show(dialog, save(await answer.blob()));
    } finally {
      button.disabled = false;
    }
  });
}

/**
 * Has the browser save them; returns the file's name.
 * @param {Blob} blob
 */
function save(blob) {
  const now = new Date();
  const moment = new Date(now.getTime() - now.getTimezoneOffset() * 60000).toISOString();
  const link = document.createElement("a");
  link.download = `events-${moment.slice(0, 19).replaceAll(":", "-")}.txt`;
  link.href = URL.createObjectURL(blob);
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  return link.download;
}

/**
 * @param {HTMLDialogElement} dialog
 * @param {string} name the file's
 */
function show(dialog, name) {
  for (const place of dialog.querySelectorAll("[data-file]")) place.textContent = name;
  dialog.showModal();
}
