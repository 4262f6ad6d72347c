/**
 * A minimal HTTP/1.1 client for load tests: keep-alive sockets, one request in flight on each, nothing parsed that is
 * not needed.
 *
 * The load generator shares the machine with the server, so every microsecond it uses is missing for the server.
 */
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import type { Transport, OnReply } from './transport.ts';
import type { CallName, Customer } from './load-messages.ts';

export class HttpTransport implements Transport {
  readonly #connections: readonly HttpConnection[];

  private constructor(connections: readonly HttpConnection[]) {
    this.#connections = connections;
  }

  static async open(port: number, slots: number, replied: OnReply): Promise<HttpTransport> {
    const connections: HttpConnection[] = [];
    for (let slot = 0; slot < slots; slot += 1) {
      const answered = (status: number, body: string) => replied(slot, `${status} ${body}`);
      connections.push(await HttpConnection.open(port, answered));
    }
    return new HttpTransport(connections);
  }

  prepare({ token }: Customer, call: CallName, body: string): string {
    return (
      `POST /AP/${call} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\naptoken: ${token}\r\n` +
      `Content-Length: ${body.length}\r\n\r\n${body}`
    );
  }

  send(slot: number, _customer: number, prepared: string): void {
    this.#connections[slot]?.send(prepared);
  }

  close(): void {
    for (const connection of this.#connections) connection.close();
  }
}

class HttpConnection {
  readonly #socket: Socket;
  readonly #answered: (status: number, body: string) => void;
  #received = '';

  private constructor(socket: Socket, answered: (status: number, body: string) => void) {
    this.#socket = socket;
    this.#answered = answered;
    socket.setNoDelay(true);
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => this.#read(chunk));
    socket.on('error', (error) => {
      throw error;
    });
  }

  static async open(port: number, answered: (status: number, body: string) => void): Promise<HttpConnection> {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    return new HttpConnection(socket, answered);
  }

  send(request: string): void {
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
    this.#answered(Number(received.slice(9, 12)), received.slice(bodyAt));
  }
}

function contentLength(head: string, headEnd: number): number {
  let at = head.indexOf('content-length:');
  if (at < 0 || at > headEnd) at = head.slice(0, headEnd).toLowerCase().indexOf('content-length:');
  if (at < 0) throw new Error(`an answer without a length: ${head.slice(0, headEnd)}`);
  return Number(head.slice(at + 15, head.indexOf('\r\n', at)));
}
