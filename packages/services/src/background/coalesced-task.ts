/** Work that is never run twice at once: asked for while it runs, it runs once more when it is done. */
export class CoalescedTask {
  readonly #work: () => Promise<void>;
  #isRunning = false;
  #isAsked = false;

  /** @param work  must not throw */
  constructor(work: () => Promise<void>) {
    this.#work = work;
  }

  request(): void {
    this.#isAsked = true;
    if (!this.#isRunning) void this.#run();
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#isAsked) {
      this.#isAsked = false;
      await this.#work();
    }
    this.#isRunning = false;
  }
}
