import { assert, ByteWriter } from '@salar/protocol';

const limbBits = 64n;

/** Writes the values of a snapshot. Each value has exactly one encoding. */
export class SnapshotWriter {
  readonly #out = new ByteWriter();

  /** Writes a whole number from 0 to 2^53 - 1. */
  number(value: number): void {
    assert(Number.isSafeInteger(value) && value >= 0, 'a snapshot contains whole numbers from 0 up');
    this.#out.unsigned(value);
  }

  /**
   * Writes a signed amount: twice its count of 64-bit limbs, plus one if it is negative; then the limbs, lowest
   * first.
   */
  amount(value: bigint): void {
    let rest = value < 0n ? -value : value;
    let limbs = 0;
    for (let left = rest; left > 0n; left >>= limbBits) limbs++;
    this.#out.unsigned(limbs * 2 + (value < 0n ? 1 : 0));
    for (; rest > 0n; rest >>= limbBits) this.#out.uint64(rest);
  }

  /** Writes an amount that may be missing. */
  optionalAmount(value: bigint | null): void {
    this.boolean(value !== null);
    if (value !== null) this.amount(value);
  }

  boolean(value: boolean): void {
    this.#out.unsigned(value ? 1 : 0);
  }

  /** Writes a string by its code units, which is lossless for every string; common characters take one byte each. */
  text(value: string): void {
    this.#out.unsigned(value.length);
    for (let i = 0; i < value.length; i++) this.#out.unsigned(value.charCodeAt(i));
  }

  bytes(value: Uint8Array): void {
    this.#out.unsigned(value.length);
    this.#out.append(value);
  }

  /**
   * Writes a value of a closed list by its index. New values go to the end of a list, or the format gets a new
   * version.
   */
  choice<Value extends string>(values: readonly Value[], value: Value): void {
    const index = values.indexOf(value);
    assert(index >= 0, 'a snapshot contains known enum values only');
    this.#out.unsigned(index);
  }

  finish(): Uint8Array {
    return this.#out.copy();
  }
}
