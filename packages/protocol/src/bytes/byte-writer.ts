/** Bytes of the journal: whole numbers as zigzag varints of any size, strings as UTF-8, one encoding per value. */

/** Thrown for bytes that are not in our format, or values that cannot be encoded. */
export class CodecError extends Error {
  override readonly name = 'CodecError';
}

const initialSize = 4096;
const varintBytesMax = 40; // 280 bits: far beyond any amount, and a bound for hostile bytes
const smallMax = 0x0fff_ffff; // zigzag of anything up to here fits 32-bit arithmetic
const textEncoder = new TextEncoder();
const textDecoder = new TextDecoder('utf-8', { fatal: true });

export class ByteWriter {
  #bytes = new Uint8Array(initialSize);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Discards everything after `length`. */
  truncate(length: number): void {
    this.#length = length;
  }

  byte(value: number): void {
    this.#reserve(1);
    this.#bytes[this.#length++] = value;
  }

  /** @throws CodecError for anything but a safe integer */
  integer(value: number): void {
    if (!Number.isSafeInteger(value)) throw new CodecError(`${value} is not a whole number of 53 bits`);
    if (value < 0 || value > smallMax) return this.bigint(BigInt(value));
    this.#reserve(5);
    let rest = value << 1;
    while (rest > 0x7f) {
      this.#bytes[this.#length++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    this.#bytes[this.#length++] = rest;
  }

  bigint(value: bigint): void {
    if (value >= 0n && value <= 0x0fff_ffffn) return this.integer(Number(value));
    let rest = value >= 0n ? value << 1n : (-value << 1n) - 1n;
    this.#reserve(varintBytesMax);
    const start = this.#length;
    while (rest > 0x0fff_ffffn) {
      // Four groups of seven bits at a time, because big-integer arithmetic is the slow part.
      let group = Number(rest & 0x0fff_ffffn);
      rest >>= 28n;
      for (let i = 0; i < 4; i += 1) {
        this.#bytes[this.#length++] = (group & 0x7f) | 0x80;
        group >>>= 7;
      }
      if (this.#length - start > varintBytesMax - 8) throw new CodecError('the number has too many digits');
    }
    let last = Number(rest);
    while (last > 0x7f) {
      this.#bytes[this.#length++] = (last & 0x7f) | 0x80;
      last >>>= 7;
    }
    this.#bytes[this.#length++] = last;
  }

  /** @throws CodecError for a string with a lone surrogate, which would not survive */
  text(value: string): void {
    if (/\p{Surrogate}/u.test(value)) throw new CodecError('the text is not well-formed Unicode');
    const encoded = textEncoder.encode(value);
    this.integer(encoded.length);
    this.#reserve(encoded.length);
    this.#bytes.set(encoded, this.#length);
    this.#length += encoded.length;
  }

  /** Copies the bytes between `from` and the end. */
  copy(from = 0): Uint8Array {
    return this.#bytes.slice(from, this.#length);
  }

  append(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  #reserve(count: number): void {
    if (this.#length + count <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + count));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}

export class ByteReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
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

  text(): string {
    const length = this.integer();
    const end = this.#at + length;
    if (length < 0 || end > this.#bytes.length) throw new CodecError('the bytes are truncated');
    const text = textDecoder.decode(this.#bytes.subarray(this.#at, end));
    this.#at = end;
    return text;
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
