// Friends elsewhere: who sits at the shared table, who is gone, invitations, the ways to a table.

import { copied } from "./clipboard.js";
import { dot, piece } from "./colours.js";
import { button, part } from "./dom.js";
import { line } from "./sentence.js";

/** @import { Friends, FriendsTable, Note, Request, Values } from "./types.js" */

const INVITED = " An invitation may have an account in it; then leave it empty.";

export class FriendsCard {
  /**
   * @param {HTMLElement} element
   * @param {HTMLDialogElement} opening the dialog of a new game
   * @param {HTMLDialogElement} joining
   * @param {(request: Request) => boolean} send
   * @param {Note} note
   */
  constructor(element, opening, joining, send, note) {
    this.element = element;
    this.opening = opening;
    this.joining = joining;
    this.send = send;
    this.note = note;
    /** @type {FriendsTable | null} */
    this.table = null;
    this.shown = "";
    part(opening, "#new-join", HTMLElement).addEventListener("click", () => {
      opening.close("cancel");
      joining.returnValue = "";
      joining.showModal();
    });
    part(opening, "#new-go", HTMLElement).addEventListener("click", () => {
      opening.close("cancel");
      send({ friends: "go" });
    });
    joining.addEventListener("close", () => {
      if (joining.returnValue !== "join") return;
      const invitation = part(joining, "textarea", HTMLTextAreaElement);
      send({ friends: "join", invitation: invitation.value, ...who(joining) });
      invitation.value = "";
    });
  }

  /**
   * A new game, to which friends are invited.
   * @param {string} game
   * @param {Values} options
   * @param {string} mine
   */
  invite(game, options, mine) {
    this.send({ friends: "new", game, options, mine, ...who(this.opening) });
  }

  /** @param {Friends} message */
  show(message) {
    this.table = message.table;
    const text = JSON.stringify(message);
    if (text === this.shown) return;
    this.shown = text;
    this.fillDialogs(message);
    const { table, waits, trouble } = message;
    const parts = [];
    if (waits) parts.push(line("asked", `${capital(waits)} …`), this.button("Stop waiting", "stop"));
    if (table) parts.push(...this.sitting(table));
    if (trouble) parts.push(line("reason", capital(trouble)));
    this.element.hidden = parts.length === 0;
    const title = document.createElement("h2");
    title.textContent = "Friends elsewhere";
    this.element.replaceChildren(title, ...parts);
  }

  /**
   * What the dialogs need not ask for.
   * @param {Friends} message
   */
  fillDialogs({ broker, user, name, guests, last }) {
    const inviting = guests ? " Whoever you invite needs no account." : "";
    for (const dialog of [this.opening, this.joining]) {
      const called = part(dialog, "[name=name]", HTMLInputElement);
      called.value ||= name;
      const typed = part(dialog, "[name=broker]", HTMLInputElement);
      typed.placeholder = broker || "mqtts://NAME:PASSWORD@HOST";
      typed.required = dialog === this.opening && !broker;
      const own = broker ? `Yours is ${broker}, as ${user}; leave it empty to keep it.` :
        "Where both boards meet; whoever runs it gives you a name and a password.";
      part(dialog, ".known", HTMLElement).textContent = own + (dialog === this.opening ? inviting : INVITED);
    }
    const go = part(this.opening, "#new-go", HTMLElement);
    go.hidden = !last;
    go.textContent = `Go on with the shared ${last}`;
  }

  /** @param {FriendsTable} table */
  sitting({ players, invitations, network, claim, claimed, elsewhere, wait }) {
    const list = document.createElement("ul");
    list.className = "friends-players";
    list.append(...players.map((player) => {
      const { name, sides, gone } = player;
      const item = document.createElement("li");
      const called = document.createElement("b");
      called.textContent = name || "Nobody yet";
      item.classList.toggle("gone", gone);
      item.append(...[...sides].map(dot), called, ` ${whereabouts(player)}`);
      return item;
    }));
    /** @type {HTMLElement[]} */
    const parts = [list];
    if (network) parts.push(line("reason", capital(network)));
    if (claimed) parts.push(line("asked", "Claimed: it is yours unless who is gone has made a step meanwhile."));
    else if (claim) {
      parts.push(line("asked", `Gone for longer than ${lasting(wait)}, as was agreed.`), this.button("Claim the game", "claim"));
    }
    if (elsewhere) {
      parts.push(line("reason", "Your seat is played at another device."), this.button("Play on here", "take"));
    }
    return [...parts, ...invitations.flatMap((one) => this.invitation(one))];
  }

  /** @param {FriendsTable["invitations"][number]} invitation */
  invitation({ sides, link, picture }) {
    const names = [...sides].map((side) => piece(side).name).join(" and ");
    const image = document.createElement("img");
    Object.assign(image, { src: picture, alt: `QR code of the invitation for ${names}`, className: "qr" });
    const text = document.createElement("input");
    Object.assign(text, { value: link, readOnly: true, className: "link" });
    text.setAttribute("aria-label", `The invitation for ${names}`);
    text.addEventListener("focus", () => text.select());
    const copy = button("Copy the invitation", async () => {
      if (await copied(link)) this.note("The invitation is copied: send it to your friend.");
      else text.focus();
    });
    return [line("asked", `Send this to whoever is to play ${names}. It is for the first person who uses it.`), image, text, copy];
  }

  /**
   * @param {string} words
   * @param {"stop" | "claim" | "take"} what
   */
  button(words, what) {
    return button(words, () => this.send({ friends: what }));
  }
}

/**
 * What was typed about oneself.
 * @param {HTMLDialogElement} dialog
 */
function who(dialog) {
  const typed = part(dialog, "[name=broker]", HTMLInputElement);
  const broker = typed.value;
  typed.value = ""; // a password is not left lying about
  return { broker, name: part(dialog, "[name=name]", HTMLInputElement).value };
}

/** @param {FriendsTable["players"][number]} player */
function whereabouts({ me, joined, gone }) {
  if (!joined) return "invited";
  if (me) return "here";
  return gone ? "gone; the game waits" : "at another board";
}

/** @param {number} seconds */
function lasting(seconds) {
  return seconds < 120 ? `${seconds} seconds` : `${Math.round(seconds / 60)} minutes`;
}

/** @param {string} text */
function capital(text) {
  return text[0].toUpperCase() + text.slice(1);
}
