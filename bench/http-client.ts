/**
 * A lean HTTP/1.1 client for load: keep-alive sockets, one request in flight on each, nothing parsed that is not needed.
 *
 * The load generator shares the machine with the server, so every microsecond it spends is taken from what it measures.
 */
import { connect } from 'node:net';
import type { Socket } from 'node:net';

/** Hears the answer to the request in flight. */
export type Replied = (connection: HttpConnection, status: number, body: string) => void;

export class HttpConnection {
  readonly #socket: Socket;
  readonly #replied: Replied;
  #received = '';
  /** What the caller keeps with the request in flight. */
  tag = 0;
  sentAt = 0;

  private constructor(socket: Socket, replied: Replied) {
    this.#socket = socket;
    this.#replied = replied;
    socket.setNoDelay(true);
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => this.#read(chunk));
    socket.on('error', (error) => {
      throw error;
    });
  }

  static async open(port: number, replied: Replied): Promise<HttpConnection> {
    const socket = connect(port, '127.0.0.1');
    await new Promise<void>((done, fail) => {
      socket.once('connect', done);
      socket.once('error', fail);
    });
    return new HttpConnection(socket, replied);
  }

  send(request: string, tag: number): void {
    this.tag = tag;
    this.sentAt = performance.now();
    this.#socket.write(request, 'latin1');
  }

  close(): void {
    this.#socket.destroy();
  }

  #read(chunk: string): void {
    const received = this.#received === '' ? chunk : this.#received + chunk;
    this.#received = received;
    const headEnd = received.indexOf('\r\n\r\n');
    if (headEnd < 0) return;
    const bodyAt = headEnd + 4;
    const end = bodyAt + contentLength(received, headEnd);
    if (received.length < end) return;
    if (received.length > end) throw new Error('more than one answer to one request');
    this.#received = '';
    this.#replied(this, Number(received.slice(9, 12)), received.slice(bodyAt));
  }
}

/** A request as it goes over the wire. */
export function postRequest(path: string, token: string, body: string): string {
  return (
    `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\naptoken: ${token}\r\n` +
    `Content-Length: ${body.length}\r\n\r\n${body}`
  );
}

function contentLength(head: string, headEnd: number): number {
  let at = head.indexOf('content-length:');
  if (at < 0 || at > headEnd) at = head.slice(0, headEnd).toLowerCase().indexOf('content-length:');
  if (at < 0) throw new Error(`an answer without a length: ${head.slice(0, headEnd)}`);
  return Number(head.slice(at + 15, head.indexOf('\r\n', at)));
}
