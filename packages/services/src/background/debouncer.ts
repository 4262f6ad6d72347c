/** Collects tasks that are not urgent and runs them together after a delay. */
export class Debouncer {
  readonly #delayMs: number;
  #tasks = new Set<() => void>();
  #timer: NodeJS.Timeout | null = null;

  constructor(delayMs: number) {
    this.#delayMs = delayMs;
  }

  /** @param work  runs once, however often it is added before; must not throw */
  add(work: () => void): void {
    this.#tasks.add(work);
    this.#timer ??= setTimeout(() => this.#run(), this.#delayMs).unref();
  }

  /** Drops the tasks that have not run yet. */
  clear(): void {
    this.#tasks.clear();
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #run(): void {
    const tasks = this.#tasks;
    this.#tasks = new Set();
    this.#timer = null;
    for (const work of tasks) work();
  }
}
