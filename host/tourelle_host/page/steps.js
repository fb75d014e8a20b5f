// The steps of a replay: four buttons and the arrow keys. Which step is shown, the server says.

export class Steps {
  // element: holds the buttons, each with its data-step; send(request) asks the server.
  constructor(element, send) {
    Object.assign(this, { element, send, at: 0, last: null });
    this.text = element.querySelector("output");
    this.buttons = [...element.querySelectorAll("[data-step]")];
    for (const button of this.buttons) {
      button.addEventListener("click", () => this.go(button.dataset.step));
    }
    document.addEventListener("keydown", (event) => {
      const step = KEYS[event.key];
      if (!step || this.last === null || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target.closest("dialog, select, ol")) return;
      event.preventDefault();
      this.go(step);
    });
  }

  // So many steps are there; none (undefined) where nothing is replayed.
  use(last) {
    this.last = last ?? null;
    this.element.hidden = this.last === null;
  }

  // This step is shown.
  show(step) {
    this.at = step;
    this.text.textContent = `${step} of ${this.last}`;
    for (const button of this.buttons) {
      const back = ["first", "back"].includes(button.dataset.step);
      button.disabled = back ? step === 0 : step === this.last;
    }
  }

  go(where) {
    const step = { first: 0, back: this.at - 1, on: this.at + 1, last: this.last }[where];
    if (step >= 0 && step <= this.last && step !== this.at) this.send({ step });
  }
}

const KEYS = { Home: "first", ArrowLeft: "back", ArrowRight: "on", End: "last" };
