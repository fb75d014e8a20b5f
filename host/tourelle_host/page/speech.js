// Speech: says aloud what it is given, with a voice that this machine has itself. Others would
// send the words elsewhere.

import { recall, remember } from "./store.js";

/** @import { Note } from "./types.js" */

const REMEMBERED = "tourelle-speech";
const NO_VOICE = "This browser has no voice of its own for English: nothing can be said aloud.";

/**
 * @param {HTMLElement} button turns it on and off
 * @param {Note} note tells why it cannot be turned on
 */
export function speech(button, note) {
  const voices = () => globalThis.speechSynthesis?.getVoices() ?? [];
  let on = recall(REMEMBERED) === "on";
  voices(); // browsers look for them when they are asked for the first time

  function voice() {
    return voices().find(({ localService, lang }) => localService && /^en\b/i.test(lang));
  }

  /** @param {string} text */
  function utter(text) {
    const chosen = voice();
    if (!chosen) return;
    const utterance = new SpeechSynthesisUtterance(aloud(text));
    utterance.voice = chosen;
    utterance.lang = chosen.lang;
    speechSynthesis.speak(utterance);
  }

  function show() {
    button.setAttribute("aria-pressed", String(on));
    button.textContent = on ? "Speech on" : "Speech off";
  }

  button.addEventListener("click", () => {
    if (!on && !voice()) {
      note(NO_VOICE);
      return;
    }
    on = !on;
    remember(REMEMBERED, on ? "on" : "off");
    show();
    if (on) utter("Speech is on.");
    else globalThis.speechSynthesis?.cancel();
  });
  show();

  /**
   * Says a text after what is being said; at once: instead of it.
   * @param {string} text
   */
  return function say(text, atOnce = false) {
    if (!on || !text) return;
    if (atOnce) globalThis.speechSynthesis?.cancel();
    utter(text);
  };
}

/**
 * A text with the signs of its moves as words: "c9-d9" is "c9 to d9".
 * @param {string} text
 */
export function aloud(text) {
  const signs = { "-": "to", ">": "onto", "/": "and", "@": "on" };
  return text
    .replace(/(?<=\b\w\d?)([->/@])(?=\w\d\b)/g, (_, sign) =>
      ` ${signs[/** @type {keyof typeof signs} */ (sign)]} `)
    .replaceAll("×", "times");
}
