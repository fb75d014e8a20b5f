// The board's lines as they come in. Why what the hands did begins no step is heard a moment late:
// what a hand only passes through is not commented.

const REASON = "@reason ";
const NO_REASON = `${REASON}none`;
const LATE_MS = 400;

export class Hearing {
  /** @param {(line: string) => void} take takes a line in */
  constructor(take) {
    this.take = take;
    this.timer = 0; // until a reason is taken in
  }

  /** @param {string} line */
  hear(line) {
    const reason = line.startsWith(REASON);
    if (reason) this.forget();
    if (reason && line !== NO_REASON) this.timer = setTimeout(this.take, LATE_MS, line);
    else this.take(line);
  }

  /** A reason that was not taken in yet never is. */
  forget() {
    clearTimeout(this.timer);
  }
}
