/** Work that is not urgent, done together after a moment. */
export class Debouncer {
  readonly #delayMs: number;
  #works = new Set<() => void>();
  #timer: NodeJS.Timeout | null = null;

  constructor(delayMs: number) {
    this.#delayMs = delayMs;
  }

  /** @param work  done once, however often it is added before; must not throw */
  add(work: () => void): void {
    this.#works.add(work);
    this.#timer ??= setTimeout(() => this.#run(), this.#delayMs).unref();
  }

  /** What waits is not done any more. */
  clear(): void {
    this.#works.clear();
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #run(): void {
    const works = this.#works;
    this.#works = new Set();
    this.#timer = null;
    for (const work of works) work();
  }
}
