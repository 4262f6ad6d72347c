/**
 * Every signed transaction sent to a local chain, on disk before the chain gets it.
 *
 * Anvil saves its state only periodically; transactions since then are sent again after a kill, in the same order,
 * which restores the same balances. Entries contained in a saved state are dropped from the log.
 */
import { closeSync, fdatasyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';

const grammar = /^0x[0-9a-f]+$/i;

export class TransactionLog {
  readonly #path: string;
  #file: number;
  #entries: string[];

  constructor(path: string) {
    this.#path = path;
    this.#file = openSync(path, 'a+', 0o600);
    const lines = readFileSync(this.#file, 'utf8').split('\n');
    // A line truncated by a crash never reached the chain.
    this.#entries = lines.slice(0, -1).filter((line) => grammar.test(line));
    if (lines.at(-1) !== '') this.#rewrite();
  }

  /** Signed transactions as hex, in the order in which the chain got them. */
  get entries(): readonly string[] {
    return this.#entries;
  }

  append(raw: string): void {
    if (!grammar.test(raw) || this.#entries.includes(raw)) return;
    writeSync(this.#file, `${raw}\n`);
    fdatasyncSync(this.#file);
    this.#entries.push(raw);
  }

  /** Drops entries contained in a saved state; later ones stay. */
  drop(saved: ReadonlySet<string>): void {
    if (saved.size === 0) return;
    this.#entries = this.#entries.filter((entry) => !saved.has(entry));
    this.#rewrite();
  }

  close(): void {
    closeSync(this.#file);
  }

  #rewrite(): void {
    const draft = `${this.#path}.new`;
    const file = openSync(draft, 'w', 0o600);
    writeSync(file, this.#entries.map((entry) => `${entry}\n`).join(''));
    fdatasyncSync(file);
    renameSync(draft, this.#path);
    closeSync(this.#file);
    closeSync(file);
    this.#file = openSync(this.#path, 'a', 0o600);
  }
}
