/** Appends values to a byte buffer that grows as needed. Each value has exactly one encoding. */
import { assert } from '@salar/protocol';

const firstBytes = 1 << 16;
/** Space for the longest number, so that a number is never split by growing. */
const numberBytesMax = 16;
const limbBits = 64n;

export class ByteWriter {
  #bytes = new Uint8Array(firstBytes);
  #view = new DataView(this.#bytes.buffer);
  #length = 0;

  /** Writes a whole number from 0 to 2^53 - 1: seven bits a byte, lowest first. */
  number(value: number): void {
    assert(Number.isSafeInteger(value) && value >= 0, 'a snapshot contains whole numbers from 0 up');
    this.#reserve(numberBytesMax);
    let rest = value;
    while (rest >= 0x80) {
      this.#bytes[this.#length++] = (rest % 0x80) | 0x80;
      rest = Math.floor(rest / 0x80);
    }
    this.#bytes[this.#length++] = rest;
  }

  /**
   * Writes a signed amount: twice its count of 64-bit limbs, plus one if it is negative; then the limbs, lowest
   * first.
   */
  amount(value: bigint): void {
    let rest = value < 0n ? -value : value;
    let limbs = 0;
    for (let left = rest; left > 0n; left >>= limbBits) limbs++;
    this.number(limbs * 2 + (value < 0n ? 1 : 0));
    this.#reserve(limbs * 8);
    for (; rest > 0n; rest >>= limbBits) {
      this.#view.setBigUint64(this.#length, BigInt.asUintN(64, rest), true);
      this.#length += 8;
    }
  }

  /** Writes an amount that may be missing. */
  optionalAmount(value: bigint | null): void {
    this.boolean(value !== null);
    if (value !== null) this.amount(value);
  }

  boolean(value: boolean): void {
    this.number(value ? 1 : 0);
  }

  /** Writes a string by its code units, which is lossless for every string; common characters take one byte each. */
  text(value: string): void {
    this.number(value.length);
    for (let i = 0; i < value.length; i++) this.number(value.charCodeAt(i));
  }

  bytes(value: Uint8Array): void {
    this.number(value.length);
    this.#reserve(value.length);
    this.#bytes.set(value, this.#length);
    this.#length += value.length;
  }

  /**
   * Writes a value of a closed list by its index. New values go to the end of a list, or the format gets a new
   * version.
   */
  choice<Value extends string>(values: readonly Value[], value: Value): void {
    const index = values.indexOf(value);
    assert(index >= 0, 'a snapshot contains known enum values only');
    this.number(index);
  }

  finish(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }

  #reserve(count: number): void {
    if (this.#length + count <= this.#bytes.length) return;
    const bytes = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + count));
    bytes.set(this.#bytes);
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer);
  }
}
