import { CodecError, varintBytesMax } from './codec-error.ts';

const initialSize = 4096;
const smallMax = 0x0fff_ffff; // zigzag of anything up to here fits 32-bit arithmetic
const unsignedBytesMax = 8; // 53 bits, seven in each byte
const textEncoder = new TextEncoder();

/** Appends values to a buffer that grows as needed. Each value has exactly one encoding. */
export class ByteWriter {
  #bytes = new Uint8Array(initialSize);
  /** Created when a value first needs it: most writers only write varints. */
  #view: DataView | null = null;
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

  /**
   * Writes a whole number from 0 to 2^53 - 1: seven bits in each byte, lowest first.
   *
   * @throws CodecError for any other number
   */
  unsigned(value: number): void {
    if (!Number.isSafeInteger(value) || value < 0)
      throw new CodecError(`${value} is not a whole number of 53 bits`);
    this.#reserve(unsignedBytesMax);
    let rest = value;
    while (rest >= 0x80) {
      this.#bytes[this.#length++] = (rest % 0x80) | 0x80;
      rest = Math.floor(rest / 0x80);
    }
    this.#bytes[this.#length++] = rest;
  }

  /** Writes the lowest 64 bits, lowest byte first. */
  uint64(value: bigint): void {
    this.#reserve(8);
    this.#view ??= new DataView(this.#bytes.buffer);
    this.#view.setBigUint64(this.#length, BigInt.asUintN(64, value), true);
    this.#length += 8;
  }

  /**
   * Writes a whole number as a zigzag varint.
   *
   * @throws CodecError for anything but a safe integer
   */
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

  /** Writes a whole number of up to 280 bits as a zigzag varint. */
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

  /**
   * Writes a string as UTF-8, after its length in bytes.
   *
   * @throws CodecError for a string with a lone surrogate, which would not survive
   */
  text(value: string): void {
    if (/\p{Surrogate}/u.test(value)) throw new CodecError('the text is not well-formed Unicode');
    const encoded = textEncoder.encode(value);
    this.integer(encoded.length);
    this.#reserve(encoded.length);
    this.#bytes.set(encoded, this.#length);
    this.#length += encoded.length;
  }

  /** Copies all bytes into `target`, starting at its index `at`. */
  copyTo(target: Uint8Array, at: number): void {
    target.set(this.#bytes.subarray(0, this.#length), at);
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
    this.#view = null;
  }
}
