/** Runs a task without overlap: requests during a run cause exactly one more run after it. */
export class CoalescedTask {
  readonly #work: () => Promise<void>;
  #isRunning = false;
  #isRequested = false;

  /** @param work  must not throw */
  constructor(work: () => Promise<void>) {
    this.#work = work;
  }

  request(): void {
    this.#isRequested = true;
    if (!this.#isRunning) void this.#run();
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#isRequested) {
      this.#isRequested = false;
      await this.#work();
    }
    this.#isRunning = false;
  }
}
