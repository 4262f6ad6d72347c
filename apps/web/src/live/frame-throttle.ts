/** Work that is done once for all that asked for it: in an animation frame, and not more often than every `paceMs`. */
export class Batch {
  readonly #work: () => boolean;
  readonly #paceMs: number;
  #isAsked = false;
  #doneAt = Number.NEGATIVE_INFINITY;

  /** @param work  returns false when it could not be done yet and should be tried again */
  constructor(work: () => boolean, paceMs = 0) {
    this.#work = work;
    this.#paceMs = paceMs;
  }

  ask(): void {
    if (this.#isAsked) return;
    this.#isAsked = true;
    const waitMs = this.#doneAt + this.#paceMs - performance.now();
    if (waitMs > 0) setTimeout(() => this.#nextFrame(), waitMs);
    else this.#nextFrame();
  }

  #nextFrame(): void {
    requestAnimationFrame(() => {
      this.#isAsked = false;
      this.#doneAt = performance.now();
      if (!this.#work()) this.ask();
    });
  }
}
