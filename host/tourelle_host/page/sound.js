// The buzzer: a square wave of the frequency that the board drives it with.

import { recall, remember } from "./store.js";

const LOUDNESS = 0.04;
const REMEMBERED = "tourelle-sound";

/** @param {HTMLElement} button turns it on and off */
export function buzzer(button) {
  /** @type {{context: AudioContext, gain: GainNode, wave: OscillatorNode} | null} */
  let player = null;
  let on = recall(REMEMBERED) !== "off";
  let hz = 0;

  // Browsers let a page sound only after a gesture of the person in front of it.
  function wake() {
    if (!on || navigator.userActivation?.hasBeenActive === false) return;
    if (player === null) {
      const context = new AudioContext();
      const gain = new GainNode(context, { gain: 0 });
      const wave = new OscillatorNode(context, { type: "square", frequency: 440 });
      wave.connect(gain).connect(context.destination);
      wave.start();
      player = { context, gain, wave };
    }
    player.context.resume();
  }

  function sound() {
    if (player === null) return;
    const { context, gain, wave } = player;
    if (hz) wave.frequency.setValueAtTime(hz, context.currentTime);
    gain.gain.setValueAtTime(on && hz ? LOUDNESS : 0, context.currentTime);
  }

  function show() {
    button.setAttribute("aria-pressed", String(on));
    button.textContent = on ? "Sound on" : "Sound off";
  }

  button.addEventListener("click", () => {
    on = !on;
    remember(REMEMBERED, on ? "on" : "off");
    wake();
    sound();
    show();
  });
  for (const gesture of ["pointerdown", "pointerup", "keydown"]) {
    document.addEventListener(gesture, wake);
  }
  show();

  /**
   * Hears the board's buzzer: 0 is silent.
   * @param {number} now
   */
  return function tone(now) {
    hz = now;
    sound();
  };
}
