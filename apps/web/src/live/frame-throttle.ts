/** Coalesces calls into one run of the work per animation frame, at most one every `paceMs`. */
export class FrameThrottle {
  readonly #work: () => boolean;
  readonly #paceMs: number;
  #isScheduled = false;
  #doneAt = Number.NEGATIVE_INFINITY;

  /** @param work  returns false when it could not run yet and should be retried */
  constructor(work: () => boolean, paceMs = 0) {
    this.#work = work;
    this.#paceMs = paceMs;
  }

  schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    const waitMs = this.#doneAt + this.#paceMs - performance.now();
    if (waitMs > 0) setTimeout(() => this.#nextFrame(), waitMs);
    else this.#nextFrame();
  }

  #nextFrame(): void {
    requestAnimationFrame(() => {
      this.#isScheduled = false;
      this.#doneAt = performance.now();
      if (!this.#work()) this.schedule();
    });
  }
}
