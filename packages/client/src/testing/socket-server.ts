/** A socket server for tests: answers as the test defines, and can drop its connections. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import type { WebSocket } from 'ws';

export type ReceivedRequest = {
  readonly i: number;
  readonly n: string;
  readonly payload: Record<string, unknown>;
};
/** The text of the answer, or undefined for none. An `Error` sends a "not dispatched" frame. */
export type Answerer = (request: ReceivedRequest, socket: WebSocket) => string | Error | undefined;

export class SocketServer {
  /** Received requests, oldest first. */
  readonly received: ReceivedRequest[] = [];
  answerer: Answerer;
  readonly #server: WebSocketServer;

  private constructor(server: WebSocketServer, answerer: Answerer) {
    this.#server = server;
    this.answerer = answerer;
    server.on('connection', (socket) => {
      socket.on('message', (data) => {
        const { i, n, o } = JSON.parse((data as Buffer).toString()) as { i: number; n: string; o: string };
        const request = { i, n, payload: JSON.parse(o) as Record<string, unknown> };
        this.received.push(request);
        const answer = this.answerer(request, socket);
        if (answer instanceof Error) socket.send(JSON.stringify({ m: 5, i, n, o: answer.message }));
        else if (answer !== undefined) socket.send(JSON.stringify({ m: 1, i, n, o: answer }));
      });
    });
  }

  static async open(answerer: Answerer): Promise<SocketServer> {
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
    await once(server, 'listening');
    return new SocketServer(server, answerer);
  }

  get url(): string {
    return `ws://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The names of the received requests. */
  get names(): string[] {
    return this.received.map(({ n }) => n);
  }

  /** Returns the newest request of a name. */
  newest(name: string): ReceivedRequest {
    const request = this.received.findLast(({ n }) => n === name);
    if (request === undefined) throw new Error(`${name} was not requested`);
    return request;
  }

  send(i: number, n: string, payload: string): void {
    for (const socket of this.#server.clients) socket.send(JSON.stringify({ m: 3, i, n, o: payload }));
  }

  /** Ends every connection without a close frame. */
  cut(): void {
    for (const socket of this.#server.clients) socket.terminate();
  }

  async close(): Promise<void> {
    this.cut();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
