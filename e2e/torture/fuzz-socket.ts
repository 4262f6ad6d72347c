/** A socket that sends frames no library allows: without a mask, with reserved bits, or in fragments. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';

export type ReceivedFrame = {
  readonly m: number;
  readonly i: number;
  readonly n: string;
  readonly o: string;
};

const connectPatienceMs = 60_000;
const opcodes = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;

/** Encodes one frame as in RFC 6455, or with deliberate errors. */
export function readFrame(
  kind: keyof typeof opcodes | number,
  payload: Buffer,
  wrong: { readonly isPart?: boolean; readonly isUnmasked?: boolean; readonly reserved?: number } = {},
): Buffer {
  const opcode = typeof kind === 'number' ? kind : opcodes[kind];
  const { isPart = false, isUnmasked = false, reserved = 0 } = wrong;
  const mask = isUnmasked ? Buffer.alloc(0) : randomBytes(4);
  const head = [(isPart ? 0 : 0x80) | (reserved << 4) | opcode];
  const maskBit = isUnmasked ? 0 : 0x80;
  const { length } = payload;
  if (length < 126) head.push(maskBit | length);
  else if (length < 65_536) head.push(maskBit | 126, length >> 8, length & 255);
  else
    head.push(
      maskBit | 127,
      0,
      0,
      0,
      0,
      length >>> 24,
      (length >> 16) & 255,
      (length >> 8) & 255,
      length & 255,
    );
  const masked = isUnmasked ? payload : payload.map((byte, at) => byte ^ (mask[at % 4] ?? 0));
  return Buffer.concat([Buffer.from(head), mask, masked]);
}

export class FuzzSocket {
  readonly #socket: Socket;
  readonly #onFrame: (frame: ReceivedFrame) => void;
  readonly closed: Promise<unknown>;
  #received: Buffer = Buffer.alloc(0);
  isClosed = false;
  /** Received text that is not a frame of the protocol. */
  fault: string | null = null;

  private constructor(socket: Socket, onFrame: (frame: ReceivedFrame) => void) {
    this.#socket = socket;
    this.#onFrame = onFrame;
    socket.on('data', (chunk: Buffer) => this.#read(chunk));
    socket.on('error', () => undefined); // disconnected while writing
    this.closed = new Promise((done) => {
      socket.on('close', () => {
        this.isClosed = true;
        done(null);
      });
    });
  }

  static async open(port: number, onFrame: (frame: ReceivedFrame) => void): Promise<FuzzSocket> {
    const socket = connect(port, '127.0.0.1');
    socket.setTimeout(connectPatienceMs, () => socket.destroy(new Error('no response to the handshake')));
    socket.write(
      'GET /WSGateway HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
        `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\nSec-WebSocket-Version: 13\r\n\r\n`,
    );
    const [head] = (await once(socket, 'data')) as [Buffer];
    socket.setTimeout(0);
    if (!head.toString('latin1').startsWith('HTTP/1.1 101'))
      throw new Error(`no WebSocket: ${head.toString('latin1').slice(0, 80)}`);
    return new FuzzSocket(socket, onFrame);
  }

  write(bytes: Buffer): void {
    if (!this.isClosed) this.#socket.write(bytes);
  }

  sendText(text: string): void {
    this.write(readFrame('text', Buffer.from(text)));
  }

  /** Drops the connection without a close frame. */
  destroy(): void {
    this.#socket.destroy();
  }

  #read(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    for (let size = readSize(this.#received); size !== null; size = readSize(this.#received)) {
      const opcode = (this.#received[0] ?? 0) & 15;
      const payload = this.#received.toString('utf8', size.start, size.end);
      this.#received = this.#received.subarray(size.end);
      if (opcode === opcodes.text) this.#readText(payload);
      else if (opcode === opcodes.close) this.#socket.end();
    }
  }

  #readText(text: string): void {
    try {
      this.#onFrame(JSON.parse(text) as ReceivedFrame);
    } catch {
      this.fault = `no JSON in a frame: ${text.slice(0, 200)}`;
    }
  }
}

/** Finds the payload of the first frame; null while it is incomplete. */
function readSize(bytes: Buffer): { readonly start: number; readonly end: number } | null {
  if (bytes.length < 2) return null;
  const short = (bytes[1] ?? 0) & 127;
  const start = short < 126 ? 2 : short === 126 ? 4 : 10;
  if (bytes.length < start) return null;
  const length =
    short < 126 ? short : short === 126 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
  return bytes.length < start + length ? null : { start, end: start + length };
}

const letters = (count: number) => Buffer.alloc(count, 'x');

/** Frames after which the server closes the connection. */
export const malformedFrames: readonly Buffer[] = [
  readFrame('text', letters(70_000)),
  readFrame('text', letters(5), { isUnmasked: true }),
  readFrame('text', letters(5), { reserved: 4 }),
  readFrame('text', letters(5), { reserved: 7 }),
  readFrame(3, letters(5)),
  readFrame(15, letters(5)),
  readFrame('ping', letters(5), { isPart: true }),
  readFrame('ping', letters(130)),
  readFrame('text', Buffer.from('c328a0a1', 'hex')),
  readFrame('continuation', letters(5)),
  Buffer.concat([readFrame('text', letters(5), { isPart: true }), readFrame('text', letters(5))]),
  Buffer.concat(
    Array.from({ length: 20 }, (_, at) =>
      readFrame(at === 0 ? 'text' : 'continuation', letters(6_000), { isPart: true }),
    ),
  ),
  readFrame('close', Buffer.from([3])),
  readFrame('close', Buffer.from([3, 231])),
  readFrame('close', Buffer.from([3, 232, 0xc3, 0x28])),
  readFrame('close', Buffer.alloc(0)),
  Buffer.from('81ffffffffffffffffff00000000', 'hex'),
  Buffer.from('GET / HTTP/1.1\r\n\r\n'),
];
