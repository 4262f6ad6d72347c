import { CodecError, varintBytesMax } from './codec-error.ts';

const unsignedBytesMax = 8;
const textDecoder = new TextDecoder('utf-8', { fatal: true });

/** Reads values in the order in which they were written, never beyond the end. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  /** Created when a value first needs it: most readers only read varints. */
  #view: DataView | null = null;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get position(): number {
    return this.#at;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  byte(): number {
    const value = this.#bytes[this.#at];
    if (value === undefined) throw new CodecError('the bytes are truncated');
    this.#at += 1;
    return value;
  }

  /** Returns the next byte without moving on. */
  peek(): number {
    const value = this.#bytes[this.#at];
    if (value === undefined) throw new CodecError('the bytes are truncated');
    return value;
  }

  /** Returns the next bytes, as a view of the input. */
  bytes(length: number): Uint8Array {
    const start = this.#skip(length);
    return this.#bytes.subarray(start, this.#at);
  }

  /** Returns the bytes between two positions, as a view of the input. */
  slice(start: number, end: number): Uint8Array {
    return this.#bytes.subarray(start, end);
  }

  uint16(): number {
    return this.#getView().getUint16(this.#skip(2), true);
  }

  uint32(): number {
    return this.#getView().getUint32(this.#skip(4), true);
  }

  uint64(): bigint {
    return this.#getView().getBigUint64(this.#skip(8), true);
  }

  /** Reads a number that `ByteWriter.unsigned` wrote. */
  unsigned(): number {
    const bytes = this.#bytes;
    let value = 0;
    let scale = 1;
    for (let count = 0; count < unsignedBytesMax; count++) {
      const byte = bytes[this.#at++];
      if (byte === undefined) throw new CodecError('the bytes are truncated');
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
      scale *= 0x80;
    }
    throw new CodecError('a number has too many digits');
  }

  integer(): number {
    const bytes = this.#bytes;
    let value = 0;
    for (let shift = 0; shift < 28; shift += 7) {
      const byte = bytes[this.#at];
      if (byte === undefined) throw new CodecError('the bytes are truncated');
      this.#at += 1;
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return (value & 1) === 0 ? value >>> 1 : -(value >>> 1) - 1;
    }
    const big = this.#bigintFrom(value);
    const number = Number(big);
    if (!Number.isSafeInteger(number)) throw new CodecError('a number exceeds 53 bits');
    return number;
  }

  bigint(): bigint {
    const bytes = this.#bytes;
    let value = 0;
    for (let shift = 0; shift < 28; shift += 7) {
      const byte = bytes[this.#at];
      if (byte === undefined) throw new CodecError('the bytes are truncated');
      this.#at += 1;
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt((value & 1) === 0 ? value >>> 1 : -(value >>> 1) - 1);
    }
    return this.#bigintFrom(value);
  }

  /** @throws CodecError when the bytes are not UTF-8 */
  text(): string {
    const bytes = this.bytes(this.integer());
    try {
      return textDecoder.decode(bytes);
    } catch (cause) {
      throw new CodecError('a text is not UTF-8', { cause });
    }
  }

  /** @throws CodecError when there are bytes left */
  assertEnd(): void {
    if (!this.isAtEnd) throw new CodecError('there are bytes after the end');
  }

  #getView(): DataView {
    const { buffer, byteOffset, byteLength } = this.#bytes;
    return (this.#view ??= new DataView(buffer, byteOffset, byteLength));
  }

  /** Moves on by `length` bytes and returns the position before. */
  #skip(length: number): number {
    const start = this.#at;
    if (length < 0 || start + length > this.#bytes.length) throw new CodecError('the bytes are truncated');
    this.#at = start + length;
    return start;
  }

  /** Continues a number whose lowest 28 bits are read. */
  #bigintFrom(lowest: number): bigint {
    const start = this.#at;
    let value = BigInt(lowest);
    let shift = 28n;
    for (;;) {
      let group = 0;
      let isLast = false;
      let bits = 0;
      for (; bits < 28 && !isLast; bits += 7) {
        const byte = this.byte();
        group |= (byte & 0x7f) << bits;
        isLast = byte < 0x80;
      }
      value |= BigInt(group) << shift;
      shift += 28n;
      if (isLast) return (value & 1n) === 0n ? value >> 1n : -(value >> 1n) - 1n;
      if (this.#at - start > varintBytesMax) throw new CodecError('a number has too many digits');
    }
  }
}
