/**
 * Reads and writes frames of the socket: `{m, i, n, o}`, with the payload `o` as JSON text inside the JSON
 * (wire-protocol 2.1).
 */
import { accept, refuse } from '@salar/protocol';
import { isJsonObject, readJson } from '@salar/protocol/wire';
import type { JsonObject } from '@salar/protocol/wire';
import type { Result } from '@salar/protocol';
import { readPayload } from '../http/read-request.ts';
import type { FrameBytes } from './frame-writer.ts';

/** The values of `m`. Clients send `request`; `subscribe` and `unsubscribe` mean the same. */
export const frameKinds = { request: 0, reply: 1, subscribe: 2, event: 3, unsubscribe: 4, error: 5 } as const;
export type AnswerKind = 'reply' | 'event' | 'error';

/** Identifies the request that an answer or an event belongs to. */
export type FrameNumber = {
  /** The client's number for its request, returned in the answer. */
  readonly sequence: number;
};
export type Frame = FrameNumber & {
  /** As the client spelled it. */
  readonly name: string;
  /** The length of its text. */
  readonly size: number;
  readonly readFields: (bareList: string | undefined) => Result<JsonObject, string>;
  /** The payload, when it is JSON inside a text. */
  readonly payload: string | null;
};

const nameLengthMax = 80;
const requestKinds: ReadonlySet<unknown> = new Set([
  undefined,
  frameKinds.request,
  frameKinds.subscribe,
  frameKinds.unsubscribe,
]);

/** Reads a frame of a client; null for any other text, which is ignored. */
export function readFrame(text: string): Frame | null {
  const outer = parse(text);
  if (typeof outer !== 'object' || outer === null) return null;
  const { m, i = 0, n, o } = outer as Partial<Record<'m' | 'i' | 'n' | 'o', unknown>>;
  if (!requestKinds.has(m) || !Number.isSafeInteger(i)) return null;
  if (typeof n !== 'string' || n.length > nameLengthMax) return null;
  return {
    sequence: i as number,
    name: n,
    size: text.length,
    readFields: (bareList) =>
      o === undefined || o === null || typeof o === 'string'
        ? readPayload(o ?? '', bareList)
        : readPlainPayload(text, bareList),
    payload: typeof o === 'string' ? o : null,
  };
}

/** Writes a frame. `payload` is JSON text already, or one of the plain texts of an error. */
export function writeFrame(
  kind: AnswerKind,
  { sequence, name }: { readonly sequence: number; readonly name: string },
  payload: string,
): string {
  return formatHead(kind, sequence) + formatTail(name, payload);
}

/**
 * An event for many sockets. It is written once, when the first of them sends it: only the number of the request differs.
 */
export class SharedEvent {
  readonly #name: string;
  readonly #write: () => string | null;
  /** The part of the frame after the number; undefined until it is written. */
  #tail: string | null | undefined;
  readonly #frames = new Map<number, Buffer>();

  /** @param payload  JSON text, or a function that writes it; null for an event without content */
  constructor(name: string, payload: string | (() => string | null)) {
    this.#name = name;
    this.#write = typeof payload === 'string' ? () => payload : payload;
  }

  /**
   * Returns the bytes of the event's WebSocket frame, the same for every socket whose request had the same number; null
   * when the event has no content.
   */
  frame(sequence: number): Buffer | null {
    let frame = this.#frames.get(sequence);
    if (frame === undefined) {
      const tail = this.#findTail();
      if (tail === null) return null;
      frame = toTextFrame(formatHead('event', sequence) + tail);
      this.#frames.set(sequence, frame);
    }
    return frame;
  }

  #findTail(): string | null {
    if (this.#tail === undefined) {
      const payload = this.#write();
      this.#tail = payload === null ? null : formatTail(this.#name, payload);
    }
    return this.#tail;
  }
}

const textFrame = 0x81;
const length16 = 126;
const length64 = 127;

/**
 * Encodes a text as a WebSocket frame for one socket. Of ASCII characters it remains a text, whose characters are the bytes
 * of the frame: the connection writes it without a buffer.
 */
export function encodeFrame(text: string): FrameBytes {
  const { length } = text;
  if (length >= 0x1_0000 || Buffer.byteLength(text) !== length) return toTextFrame(text);
  const head =
    length < length16
      ? String.fromCharCode(textFrame, length)
      : String.fromCharCode(textFrame, length16, length >> 8, length & 0xff);
  return head + text;
}

/** Builds the WebSocket frame of a text (RFC 6455, 5.2), as a server sends it: whole and without a mask. */
function toTextFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const headLength = length < length16 ? 2 : length < 0x1_0000 ? 4 : 10;
  const frame = Buffer.allocUnsafe(headLength + length);
  frame[0] = textFrame;
  frame[1] = headLength === 2 ? length : headLength === 4 ? length16 : length64;
  if (headLength === 4) frame.writeUInt16BE(length, 2);
  else if (headLength === 10) frame.writeBigUInt64BE(BigInt(length), 2);
  frame.write(text, headLength);
  return frame;
}

function formatHead(kind: AnswerKind, sequence: number): string {
  return `{"m":${frameKinds[kind]},"i":${sequence}`;
}

function formatTail(name: string, payload: string): string {
  return `,"n":${JSON.stringify(name)},"o":${JSON.stringify(payload)}}`;
}

/** The frame itself has no decimals, so the fast JSON parser is safe. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Reads a payload that is not wrapped in text from the source again, where its numbers have every digit. */
function readPlainPayload(text: string, bareList: string | undefined): Result<JsonObject, string> {
  const outer = readJson(text);
  if (!outer.ok || !isJsonObject(outer.value)) return refuse('Invalid JSON');
  const payload = outer.value['o'];
  if (Array.isArray(payload) && bareList !== undefined) return accept({ [bareList.toLowerCase()]: payload });
  return isJsonObject(payload) ? accept(payload) : refuse('Invalid JSON');
}
