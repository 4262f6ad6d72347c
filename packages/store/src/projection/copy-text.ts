/**
 * Rows for COPY, written down as bytes one by one.
 *
 * A row's text dies young this way. Collected as one long text, thousands of small pieces would live until it is sent,
 * and moving them out of the collector's way costs more than writing them.
 */
const initialSize = 64 * 1024;

export class CopyText {
  #bytes = Buffer.allocUnsafe(initialSize);
  #length = 0;

  /** @param row  ASCII only: digits, signs, tabs and the line's end */
  add(row: string): void {
    if (this.#length + row.length > this.#bytes.length) this.#grow(row.length);
    this.#length += this.#bytes.write(row, this.#length, row.length, 'latin1');
  }

  /** Gives the rows so far and begins anew. */
  take(): Uint8Array {
    const taken = this.#bytes.subarray(0, this.#length);
    this.#bytes = Buffer.allocUnsafe(initialSize);
    this.#length = 0;
    return taken;
  }

  #grow(count: number): void {
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#length + count));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}
