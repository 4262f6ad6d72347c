import { ByteReader } from '@salar/protocol';
import { SnapshotError } from './snapshot-error.ts';

const limbBits = 64n;

/** Reads the values that `SnapshotWriter` wrote, in the same order. @throws CodecError when they are truncated */
export class SnapshotReader {
  readonly #in: ByteReader;

  constructor(bytes: Uint8Array) {
    this.#in = new ByteReader(bytes);
  }

  number(): number {
    return this.#in.unsigned();
  }

  amount(): bigint {
    const head = this.#in.unsigned();
    let value = 0n;
    let shift = 0n;
    for (let limbs = Math.floor(head / 2); limbs > 0; limbs--) {
      value |= this.#in.uint64() << shift;
      shift += limbBits;
    }
    return head % 2 === 1 ? -value : value;
  }

  optionalAmount(): bigint | null {
    return this.boolean() ? this.amount() : null;
  }

  boolean(): boolean {
    return this.#in.unsigned() === 1;
  }

  text(): string {
    const length = this.#in.unsigned();
    let value = '';
    for (let i = 0; i < length; i++) value += String.fromCharCode(this.#in.unsigned());
    return value;
  }

  bytes(): Uint8Array {
    return this.#in.bytes(this.#in.unsigned());
  }

  choice<Value extends string>(values: readonly Value[]): Value {
    const value = values[this.#in.unsigned()];
    if (value === undefined) throw new SnapshotError('the snapshot contains an unknown enum value');
    return value;
  }

  /** Reads a list that is preceded by its length. */
  list(readOne: () => void): void {
    for (let count = this.#in.unsigned(); count > 0; count--) readOne();
  }

  assertEnd(): void {
    this.#in.assertEnd();
  }
}
