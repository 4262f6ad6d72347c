/**
 * Rows for COPY, written as bytes, digit by digit.
 *
 * No text of a number, a column or a row is created on the way: it would be garbage at once, and collecting the garbage
 * of thousands of rows costs more than writing their digits.
 */
const initialSize = 64 * 1024;
/** Bytes of the longest safe integer: a sign, 16 digits, and the tab after it. */
const numberSizeMax = 18;
/** Numbers below it have up to eight digits, and are divided as 32-bit integers. */
const hundredMillion = 100_000_000;
const tab = 9;
const newline = 10;
const minus = 45;
const zero = 48;

export class CopyText {
  #bytes = Buffer.allocUnsafe(initialSize);
  #length = 0;

  /**
   * Adds a column with a whole number.
   *
   * @throws RangeError when it is not a safe integer
   */
  number(value: number): void {
    if (!Number.isSafeInteger(value)) throw new RangeError(`a column of history cannot hold ${value}`);
    if (this.#length + numberSizeMax > this.#bytes.length) this.#grow(numberSizeMax);
    const bytes = this.#bytes;
    let at = this.#length;
    let rest = value;
    if (rest < 0) {
      bytes[at] = minus;
      at += 1;
      rest = -rest;
    }
    if (rest >= hundredMillion) {
      const high = Math.floor(rest / hundredMillion);
      at = writeDigits(bytes, at, high, countDigits(high));
      at = writeDigits(bytes, at, rest - high * hundredMillion, 8);
    } else at = writeDigits(bytes, at, rest, countDigits(rest));
    bytes[at] = tab;
    this.#length = at + 1;
  }

  /** Adds a column with an amount of any size. */
  amount(value: bigint): void {
    const number = Number(value);
    if (Number.isSafeInteger(number)) this.number(number);
    else this.text(String(value));
  }

  /** @param column  printable ASCII without a backslash, or COPY's notation for null */
  text(column: string): void {
    const size = column.length + 1;
    if (this.#length + size > this.#bytes.length) this.#grow(size);
    this.#length += this.#bytes.write(column, this.#length, column.length, 'latin1');
    this.#bytes[this.#length] = tab;
    this.#length += 1;
  }

  /** Ends the row after its last column. */
  endRow(): void {
    this.#bytes[this.#length - 1] = newline;
  }

  /** Returns the rows so far and starts over. */
  take(): Uint8Array {
    const taken = this.#bytes.subarray(0, this.#length);
    // The next rows are probably about as many; growing step by step would copy them several times.
    this.#bytes = Buffer.allocUnsafe(Math.max(initialSize, Math.ceil(this.#length * 1.25)));
    this.#length = 0;
    return taken;
  }

  #grow(count: number): void {
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#length + count));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}

/** Writes the last `count` digits of a whole number below a hundred million, and returns where they end. */
function writeDigits(bytes: Uint8Array, at: number, value: number, count: number): number {
  const end = at + count;
  let rest = value | 0;
  for (let place = end - 1; place >= at; place -= 1) {
    const tenth = (rest / 10) | 0;
    bytes[place] = zero + rest - tenth * 10;
    rest = tenth;
  }
  return end;
}

/** Counts the digits of a whole number below a hundred million. */
function countDigits(value: number): number {
  if (value < 10_000) {
    if (value < 100) return value < 10 ? 1 : 2;
    return value < 1000 ? 3 : 4;
  }
  if (value < 1_000_000) return value < 100_000 ? 5 : 6;
  return value < 10_000_000 ? 7 : 8;
}
