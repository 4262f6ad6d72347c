/**
 * A lean HTTP/1.1 client for load: keep-alive sockets, one request in flight on each, nothing parsed that is not needed.
 *
 * The load generator shares the machine with the server, so every microsecond it spends is taken from what it measures.
 */
import { connect } from 'node:net';
import type { Socket } from 'node:net';

export type Reply = (status: number, body: string) => void;

export class HttpConnection {
  readonly #socket: Socket;
  #pending: Reply | null = null;
  #received = '';

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => this.#read(chunk));
    socket.on('error', (error) => {
      throw error;
    });
  }

  static async open(port: number): Promise<HttpConnection> {
    const socket = connect(port, '127.0.0.1');
    await new Promise<void>((done, fail) => {
      socket.once('connect', done);
      socket.once('error', fail);
    });
    return new HttpConnection(socket);
  }

  get isBusy(): boolean {
    return this.#pending !== null;
  }

  send(request: string, onReply: Reply): void {
    this.#pending = onReply;
    this.#socket.write(request, 'latin1');
  }

  close(): void {
    this.#socket.destroy();
  }

  #read(chunk: string): void {
    this.#received += chunk;
    const headEnd = this.#received.indexOf('\r\n\r\n');
    if (headEnd < 0) return;
    const length = contentLength(this.#received, headEnd);
    const end = headEnd + 4 + length;
    if (this.#received.length < end) return;
    const status = Number(this.#received.slice(9, 12));
    const body = this.#received.slice(headEnd + 4, end);
    this.#received = this.#received.slice(end);
    const reply = this.#pending;
    this.#pending = null;
    reply?.(status, body);
  }
}

/** A request as it goes over the wire. */
export function postRequest(path: string, token: string, body: string): string {
  return (
    `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\naptoken: ${token}\r\n` +
    `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  );
}

function contentLength(head: string, headEnd: number): number {
  const at = head.toLowerCase().indexOf('content-length:');
  if (at < 0 || at > headEnd) throw new Error(`an answer without a length: ${head.slice(0, headEnd)}`);
  return Number(head.slice(at + 15, head.indexOf('\r\n', at)));
}
