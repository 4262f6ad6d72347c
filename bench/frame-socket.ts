/**
 * A minimal WebSocket client for load tests that does not compute frame masks.
 *
 * Every client frame must have a mask; a mask of zero leaves the bytes unchanged.
 */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';

const textFrame = 0x81;
const pingFrame = 0x89;
const pongFrame = 0x8a;

export class FrameSocket {
  readonly #socket: Socket;
  readonly #onText: (text: string) => void;
  #received: Buffer = Buffer.alloc(0);

  private constructor(socket: Socket, onText: (text: string) => void) {
    this.#socket = socket;
    this.#onText = onText;
    socket.on('data', (chunk) => this.#read(chunk));
    socket.on('error', (error) => {
      throw error;
    });
    socket.on('end', () => {
      throw new Error('the server closed a connection');
    });
  }

  /** @param from  the local address to connect from; any of the loopback network */
  static async open(port: number, onText: (text: string) => void, from = '127.0.0.1'): Promise<FrameSocket> {
    const socket = connect({ port, host: '127.0.0.1', localAddress: from });
    await once(socket, 'connect');
    socket.setNoDelay(true);
    socket.write(
      'GET /WSGateway HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
        `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\nSec-WebSocket-Version: 13\r\n\r\n`,
    );
    const [head] = (await once(socket, 'data')) as [Buffer];
    if (!head.toString('latin1').startsWith('HTTP/1.1 101') || !head.toString('latin1').endsWith('\r\n\r\n'))
      throw new Error(`no WebSocket: ${head.toString('latin1')}`);
    return new FrameSocket(socket, onText);
  }

  send(text: string): void {
    this.#write(textFrame, text);
  }

  /** Stops reading from the socket. */
  pause(): void {
    this.#socket.pause();
  }

  close(): void {
    this.#socket.destroy();
  }

  #write(kind: number, payload: string): void {
    const { length } = payload;
    const isShort = length < 126;
    const head = isShort ? 6 : 8;
    const frame = Buffer.alloc(head + length);
    frame[0] = kind;
    frame[1] = 0x80 | (isShort ? length : 126);
    if (!isShort) frame.writeUInt16BE(length, 2);
    frame.write(payload, head, 'latin1');
    this.#socket.write(frame);
  }

  #read(chunk: Buffer): void {
    let bytes = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    for (let size = frameSize(bytes); size !== null && bytes.length >= size.end; size = frameSize(bytes)) {
      const payload = bytes.toString('latin1', size.start, size.end);
      if (bytes[0] === textFrame) this.#onText(payload);
      else if (bytes[0] === pingFrame) this.#write(pongFrame, payload);
      else throw new Error(`a frame of kind ${bytes[0]} ends the measurement: ${payload}`);
      bytes = bytes.subarray(size.end);
    }
    this.#received = bytes;
  }
}

/** Finds the payload of the first frame; null while its header is incomplete. */
function frameSize(bytes: Buffer): { readonly start: number; readonly end: number } | null {
  if (bytes.length < 2) return null;
  const short = bytes[1] ?? 0;
  if (short < 126) return { start: 2, end: 2 + short };
  if (short === 127) throw new Error('an answer longer than 65,535 bytes');
  return bytes.length < 4 ? null : { start: 4, end: 4 + bytes.readUInt16BE(2) };
}
