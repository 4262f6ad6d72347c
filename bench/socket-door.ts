/**
 * A lean WebSocket client for load: one signed-in socket for each customer, frames without a mask to work out.
 *
 * Every client frame must name a mask; ours is zero, which leaves the bytes as they are.
 */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import type { Door, Replied } from './door.ts';
import type { CallName, Customer } from './door-words.ts';

const textFrame = 0x81;
const pingFrame = 0x89;
const pongFrame = 0x8a;
const messageReply = 1;
const messageError = 5;
/** Sequence number of the sign-in; calls have their slot's. */
const signInNumber = 1_000_000;

type Frame = { readonly m: number; readonly i: number; readonly o: string };

export class SocketDoor implements Door {
  readonly #sockets: readonly FrameSocket[];

  private constructor(sockets: readonly FrameSocket[]) {
    this.#sockets = sockets;
  }

  static async open(port: number, customers: readonly Customer[], replied: Replied): Promise<SocketDoor> {
    const sockets: FrameSocket[] = [];
    for (const customer of customers) sockets.push(await signedIn(port, customer, replied));
    return new SocketDoor(sockets);
  }

  prepare(_customer: Customer, call: CallName, body: string): string {
    return `{"m":0,"n":"${call}","o":${JSON.stringify(body)},"i":`;
  }

  send(slot: number, customer: number, prepared: string): void {
    this.#sockets[customer]?.send(textFrame, `${prepared}${slot}}`);
  }

  close(): void {
    for (const socket of this.#sockets) socket.close();
  }
}

async function signedIn(port: number, { token }: Customer, replied: Replied): Promise<FrameSocket> {
  let signInEnds: (answer: string) => void = () => undefined;
  const signIn = new Promise<string>((ends) => (signInEnds = ends));
  const socket = await FrameSocket.open(port, (text) => {
    const { m, i, o } = JSON.parse(text) as Frame;
    if (i === signInNumber) signInEnds(o);
    else if (m === messageReply) replied(i, `200 ${o}`);
    else if (m === messageError) replied(i, `500 ${o}`);
  });
  const credentials = JSON.stringify(JSON.stringify({ SessionToken: token }));
  socket.send(textFrame, `{"m":0,"i":${signInNumber},"n":"WebAuthenticateUser","o":${credentials}}`);
  const answer = await signIn;
  if (!answer.includes('"Authenticated":true')) throw new Error(`a customer is not let in: ${answer}`);
  return socket;
}

class FrameSocket {
  readonly #socket: Socket;
  readonly #heard: (text: string) => void;
  #received: Buffer = Buffer.alloc(0);

  private constructor(socket: Socket, heard: (text: string) => void) {
    this.#socket = socket;
    this.#heard = heard;
    socket.on('data', (chunk) => this.#read(chunk));
    socket.on('error', (error) => {
      throw error;
    });
  }

  static async open(port: number, heard: (text: string) => void): Promise<FrameSocket> {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.setNoDelay(true);
    socket.write(
      'GET /WSGateway HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
        `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\nSec-WebSocket-Version: 13\r\n\r\n`,
    );
    const [head] = (await once(socket, 'data')) as [Buffer];
    if (!head.toString('latin1').startsWith('HTTP/1.1 101') || !head.toString('latin1').endsWith('\r\n\r\n'))
      throw new Error(`no WebSocket: ${head.toString('latin1')}`);
    return new FrameSocket(socket, heard);
  }

  send(kind: number, payload: string): void {
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

  close(): void {
    this.#socket.destroy();
  }

  #read(chunk: Buffer): void {
    let bytes = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    for (let size = frameSize(bytes); size !== null && bytes.length >= size.end; size = frameSize(bytes)) {
      const payload = bytes.toString('latin1', size.start, size.end);
      if (bytes[0] === textFrame) this.#heard(payload);
      else if (bytes[0] === pingFrame) this.send(pongFrame, payload);
      else throw new Error(`a frame of kind ${bytes[0]} ends the measurement: ${payload}`);
      bytes = bytes.subarray(size.end);
    }
    this.#received = bytes;
  }
}

/** Where the payload of the first frame is; null while its head is not complete. */
function frameSize(bytes: Buffer): { readonly start: number; readonly end: number } | null {
  if (bytes.length < 2) return null;
  const short = bytes[1] ?? 0;
  if (short < 126) return { start: 2, end: 2 + short };
  if (short === 127) throw new Error('an answer longer than 65,535 bytes');
  return bytes.length < 4 ? null : { start: 4, end: 4 + bytes.readUInt16BE(2) };
}
