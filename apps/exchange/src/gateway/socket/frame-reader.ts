/**
 * Reads the usual frames of a WebSocket from its connection: a text of less than 64 KiB in one frame, and with its last
 * byte.
 *
 * It decides nothing. Pings, pongs and binary frames are passed to `ws`, each in one piece; so is everything from the
 * first other frame, such as a close frame, a fragment, a longer frame or a malformed one. `ws` then
 * reads the connection to its end.
 */
import { isUtf8 } from 'node:buffer';
import type { Socket } from 'node:net';
import { assert } from '@salar/protocol';

/** First bytes of frames that are final and have no extension. */
const textFrame = 0x81;
const otherFrames: ReadonlySet<number | undefined> = new Set([0x82, 0x89, 0x8a]);
const pingFrame = 0x89;
const masked = 0x80;
const length16 = 126;
const length64 = 127;
const maskLength = 4;
/** Pieces of an incomplete frame are joined when there are this many: a piece of one byte takes a thousand of memory. */
const piecesMax = 64;

/** The memory of a piece beside its bytes. */
const pieceBytes = 1024;
/** The most memory of a message that `ws` has read in part. */
const libraryBytes = 6 * 64 * 1024;
const closeFrame = 0x88;

export type FrameReaderListeners = {
  readonly onText: (text: string) => void;
  /** Called when the frames of the bytes that arrived together were read. */
  readonly onRead: () => void;
};

type DataListener = (this: Socket, bytes: Buffer) => void;

export class FrameReader {
  readonly #wire: Socket;
  readonly #listeners: FrameReaderListeners;
  /** The listener with which `ws` reads the connection. */
  readonly #library: DataListener;
  /** The bytes of a frame that is not complete. */
  #chunks: Buffer[] = [];
  #received = 0;
  /** The length of that frame, as far as it is known. */
  #expected = 0;

  /** The most that `ws` holds, once it reads. */
  #heldByLibrary = 0;

  /** @param wire  the connection under a socket that `ws` has just opened */
  constructor(wire: Socket, listeners: FrameReaderListeners) {
    const [library, ...others] = wire.listeners('data');
    assert(library !== undefined && others.length === 0, 'one listener reads the connection');
    this.#wire = wire;
    this.#listeners = listeners;
    this.#library = library as DataListener;
  }

  /** How many bytes of memory a frame takes that is not complete. A piece keeps the whole block in which it arrived. */
  get held(): number {
    let held = this.#heldByLibrary;
    for (const { buffer } of this.#chunks) held += buffer.byteLength + pieceBytes;
    return held;
  }

  /** Reads the connection from now on, until it leaves that to `ws`. */
  start(): void {
    this.#wire.off('data', this.#library);
    this.#wire.on('data', this.#receive);
    // Before the listener of `ws`, which reads what is left of a paused connection.
    this.#wire.prependListener('close', this.#closed);
  }

  readonly #receive = (chunk: Buffer): void => {
    this.#read(chunk);
    this.#listeners.onRead();
  };

  #read(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#received += chunk.length;
    if (this.#received < this.#expected) {
      if (this.#chunks.length >= piecesMax) this.#chunks = [Buffer.concat(this.#chunks)];
      return;
    }
    const bytes = this.#takeBytes();
    for (let at = 0; at < bytes.length;) {
      const end = findFrameEnd(bytes, at);
      if (end === null) return this.#leave(bytes.subarray(at));
      if (end > bytes.length) {
        this.#chunks.push(at === 0 ? bytes : bytes.subarray(at));
        this.#received = bytes.length - at;
        this.#expected = end - at;
        return;
      }
      if (bytes[at] !== textFrame) {
        this.#library.call(this.#wire, bytes.subarray(at, end));
      } else {
        const text = readText(bytes, at, end);
        if (text === null) return this.#leave(bytes.subarray(at));
        this.#listeners.onText(text);
      }
      at = end;
    }
  }

  /** Lets `ws` read these bytes, and the connection from now on. */
  #leave(bytes: Buffer): void {
    if (bytes[0] !== closeFrame) this.#heldByLibrary = libraryBytes; // nothing is read after a close frame
    this.#wire.off('data', this.#receive);
    this.#wire.on('data', this.#library);
    this.#library.call(this.#wire, bytes);
  }

  readonly #closed = (): void => {
    this.#wire.off('data', this.#receive);
    if (this.#received > 0) this.#library.call(this.#wire, this.#takeBytes());
  };

  /** Returns the received bytes in one piece and forgets them. */
  #takeBytes(): Buffer {
    const [first] = this.#chunks;
    const bytes = first !== undefined && this.#chunks.length === 1 ? first : Buffer.concat(this.#chunks);
    this.#chunks.length = 0;
    this.#received = 0;
    this.#expected = 0;
    return bytes;
  }
}

/**
 * Returns where the frame at `at` ends; when its head is not complete, where the missing part of the head ends. null
 * for a frame that only `ws` reads.
 */
function findFrameEnd(bytes: Buffer, at: number): number | null {
  const kind = bytes[at] ?? 0;
  if (kind !== textFrame && !otherFrames.has(kind)) return null;
  const second = bytes[at + 1];
  if (second === undefined) return at + 2;
  const length = second - masked;
  if (length < 0 || length === length64) return null;
  if (length < length16) return at + 2 + maskLength + length;
  if (kind >= pingFrame) return null;
  return at + 4 > bytes.length ? at + 4 : at + 4 + maskLength + bytes.readUInt16BE(at + 2);
}

/** Removes the mask of a text frame and returns its text; null, with the bytes as they were, unless it is UTF-8. */
function readText(bytes: Buffer, at: number, end: number): string | null {
  const start = at + maskLength + ((bytes[at + 1] ?? 0) - masked < length16 ? 2 : 4);
  if (applyMask(bytes, start, end) < 0x80) return bytes.toString('latin1', start, end);
  if (isUtf8(bytes.subarray(start, end))) return bytes.toString('utf8', start, end);
  applyMask(bytes, start, end);
  return null;
}

/**
 * Adds the mask, which is before `start`, to the bytes, or removes it.
 *
 * @returns a number below 128 when every byte is an ASCII character
 */
function applyMask(bytes: Buffer, start: number, end: number): number {
  let seen = 0;
  for (let at = start; at < end; at += 1) {
    const byte = (bytes[at] ?? 0) ^ (bytes[start - maskLength + ((at - start) & 3)] ?? 0);
    bytes[at] = byte;
    seen |= byte;
  }
  return seen;
}
