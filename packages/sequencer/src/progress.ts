/** A number that only grows, and promises that resolve when it reaches their target. */
export class Progress {
  #reached: number;
  #failure: Error | null = null;
  readonly #waiting: { target: number; resolve: () => void; reject: (error: Error) => void }[] = [];

  constructor(reached: number) {
    this.#reached = reached;
  }

  get reached(): number {
    return this.#reached;
  }

  advance(to: number): void {
    if (to <= this.#reached) return;
    this.#reached = to;
    for (const one of this.#waiting.splice(0)) {
      if (one.target <= to) one.resolve();
      else this.#waiting.push(one);
    }
  }

  /** Rejects all waiting promises, and later ones. */
  fail(error: Error): void {
    this.#failure ??= error;
    for (const one of this.#waiting.splice(0)) one.reject(error);
  }

  waitFor(target: number): Promise<void> {
    if (target <= this.#reached) return Promise.resolve();
    if (this.#failure !== null) return Promise.reject(this.#failure);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ target, resolve, reject });
    });
  }
}
