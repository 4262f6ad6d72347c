/** Counts what is open by key, such as the sockets of each address; a key without any takes no memory. */
export class Counter<Key> {
  readonly #counts = new Map<Key, number>();

  get(key: Key): number {
    return this.#counts.get(key) ?? 0;
  }

  add(key: Key): void {
    this.#counts.set(key, this.get(key) + 1);
  }

  remove(key: Key): void {
    const left = this.get(key) - 1;
    if (left <= 0) this.#counts.delete(key);
    else this.#counts.set(key, left);
  }
}
