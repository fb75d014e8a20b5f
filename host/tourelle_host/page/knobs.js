// The board's own two buttons. A press that lasts is a held one: the board needs a second of it.

const HELD_AFTER_MS = 400; // a press that lasts longer is meant to be held
const HOLD_MS = 1200; // so long is the board's button then down

// act(command) sends a command; names: the buttons, also their elements' ids; keys: {key: name}.
export function knobs(act, names, keys) {
  const down = new Map(); // name -> timer of the press under way

  function push(name) {
    if (down.has(name)) return;
    const element = document.getElementById(name);
    element.classList.add("down");
    down.set(name, setTimeout(() => {
      down.set(name, null);
      element.classList.add("held");
      act(`hold ${name} ${HOLD_MS}`);
      setTimeout(() => element.classList.remove("held"), HOLD_MS);
    }, HELD_AFTER_MS));
  }

  // The press is over; given up (done = false) it does nothing if it was a short one.
  function release(name, done = true) {
    if (!down.has(name)) return;
    const timer = down.get(name);
    down.delete(name);
    clearTimeout(timer);
    document.getElementById(name).classList.remove("down");
    if (timer !== null && done) act(`press ${name}`);
  }

  for (const name of names) {
    const element = document.getElementById(name);
    element.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      element.setPointerCapture(event.pointerId);
      push(name);
    });
    element.addEventListener("pointerup", () => release(name));
    for (const lost of ["pointercancel", "blur"]) {
      element.addEventListener(lost, () => release(name, false));
    }
    element.addEventListener("contextmenu", (event) => event.preventDefault());
    element.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      push(name);
    });
    element.addEventListener("keyup", (event) => {
      if (event.key === "Enter" || event.key === " ") release(name);
    });
  }
  document.addEventListener("keydown", (event) => {
    const name = keys[event.key.toLowerCase()];
    const elsewhere = event.target.closest("dialog, [role=menu], select");
    if (name && !elsewhere && !event.ctrlKey && !event.metaKey && !event.altKey) push(name);
  });
  document.addEventListener("keyup", (event) => release(keys[event.key.toLowerCase()]));
  window.addEventListener("blur", () => names.forEach((name) => release(name, false)));
}
