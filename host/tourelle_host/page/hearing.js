// The board's lines as they come in. A reason why what the hands did begins no step is taken in a
// moment later, so that nothing is said about where a hand only passes through.

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
