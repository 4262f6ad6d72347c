/** The binary format of OpenSSH: strings and numbers, each length before its bytes (RFC 4251, section 5). */

/** Reads fields in order. Every method returns null once a field is missing or does not fit. */
export class SshReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** Reads `length` bytes. */
  take(length: number): Buffer | null {
    if (this.#at + length > this.#bytes.length) return null;
    const taken = this.#bytes.subarray(this.#at, this.#at + length);
    this.#at += length;
    return taken;
  }

  /** Reads a number of 4 bytes. */
  uint32(): number | null {
    return this.take(4)?.readUInt32BE() ?? null;
  }

  /** Reads a length and that many bytes. */
  string(): Buffer | null {
    const length = this.uint32();
    return length === null ? null : this.take(length);
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }
}

/** Formats a string: its length in 4 bytes, then its bytes. */
export function toSshString(value: string | Uint8Array): Buffer {
  const bytes = Buffer.from(value);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}
