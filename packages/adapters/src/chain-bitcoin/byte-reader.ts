/** Reads little-endian numbers and byte runs in sequence, never beyond the end. */

/** The bytes are malformed. */
export class BadBytes extends Error {
  override readonly name = 'BadBytes';
}

export class ByteReader {
  readonly #buffer: Buffer;
  #position = 0;

  constructor(bytes: Uint8Array) {
    this.#buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get position(): number {
    return this.#position;
  }

  bytes(length: number): Buffer {
    const start = this.#position;
    if (start + length > this.#buffer.length) throw new BadBytes('the bytes end too early');
    this.#position += length;
    return this.#buffer.subarray(start, this.#position);
  }

  slice(start: number, end: number): Buffer {
    return this.#buffer.subarray(start, end);
  }

  peek(): number {
    const byte = this.#buffer[this.#position];
    if (byte === undefined) throw new BadBytes('the bytes end too early');
    return byte;
  }

  uint32(): number {
    return this.bytes(4).readUInt32LE();
  }

  uint64(): bigint {
    return this.bytes(8).readBigUInt64LE();
  }

  /** Reads a count or length in the network's encoding: one, three, five or nine bytes. */
  count(max: number): number {
    const first = this.bytes(1).readUInt8();
    const count = first < 0xfd ? first : this.#longCount(first);
    if (count > max) throw new BadBytes(`a count of ${count} is more than ${max}`);
    return count;
  }

  end(): void {
    if (this.#position !== this.#buffer.length) throw new BadBytes('there are bytes after the end');
  }

  #longCount(first: number): number {
    if (first === 0xfd) return this.bytes(2).readUInt16LE();
    if (first === 0xfe) return this.uint32();
    return Number(this.uint64());
  }
}
