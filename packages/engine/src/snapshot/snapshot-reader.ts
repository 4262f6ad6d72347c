/** Reads the values that `ByteWriter` wrote, in the same order. */
import { SnapshotError } from './snapshot-error.ts';

const limbBits = 64n;
const numberBytesMax = 8;

export class ByteReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  number(): number {
    let value = 0;
    let scale = 1;
    for (let count = 0; count < numberBytesMax; count++) {
      const byte = this.#bytes[this.#at++];
      if (byte === undefined) throw new SnapshotError('the snapshot is truncated');
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
      scale *= 0x80;
    }
    throw new SnapshotError('the snapshot contains a number that is too long');
  }

  amount(): bigint {
    const head = this.number();
    const limbs = Math.floor(head / 2);
    if (this.#at + limbs * 8 > this.#bytes.length) throw new SnapshotError('the snapshot is truncated');
    let value = 0n;
    for (let limb = limbs - 1; limb >= 0; limb--) {
      value = (value << limbBits) | this.#view.getBigUint64(this.#at + limb * 8, true);
    }
    this.#at += limbs * 8;
    return head % 2 === 1 ? -value : value;
  }

  optionalAmount(): bigint | null {
    return this.boolean() ? this.amount() : null;
  }

  boolean(): boolean {
    return this.number() === 1;
  }

  text(): string {
    const length = this.number();
    if (this.#at + length > this.#bytes.length) throw new SnapshotError('the snapshot is truncated');
    let value = '';
    for (let i = 0; i < length; i++) value += String.fromCharCode(this.number());
    return value;
  }

  bytes(): Uint8Array {
    const end = this.number() + this.#at;
    if (end > this.#bytes.length) throw new SnapshotError('the snapshot is truncated');
    const value = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return value;
  }

  choice<Value extends string>(values: readonly Value[]): Value {
    const value = values[this.number()];
    if (value === undefined) throw new SnapshotError('the snapshot contains an unknown enum value');
    return value;
  }

  /** Reads a list that is preceded by its length. */
  list(readOne: () => void): void {
    for (let count = this.number(); count > 0; count--) readOne();
  }

  assertEnd(): void {
    if (this.#at !== this.#bytes.length) throw new SnapshotError('the snapshot has bytes after its end');
  }
}
