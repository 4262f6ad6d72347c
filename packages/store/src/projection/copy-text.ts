/**
 * Rows for COPY, written as bytes one by one.
 *
 * The text of a row is garbage at once this way. Collected as one long string, thousands of small pieces would live
 * until it is sent, and promoting them through the garbage collector costs more than writing them.
 */
const initialSize = 64 * 1024;

export class CopyText {
  #bytes = Buffer.allocUnsafe(initialSize);
  #length = 0;

  /** @param row  ASCII only: digits, signs, tabs and the line terminator */
  add(row: string): void {
    if (this.#length + row.length > this.#bytes.length) this.#grow(row.length);
    this.#length += this.#bytes.write(row, this.#length, row.length, 'latin1');
  }

  /** Returns the rows so far and starts over. */
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
