/** A client of the socket, for tests: sends frames and records what it receives. */
import { once } from 'node:events';
import { WebSocket } from 'ws';

export type ReceivedFrame = {
  readonly m: number;
  readonly i: number;
  readonly n: string;
  readonly o: string;
};

export class TestSocket {
  readonly socket: WebSocket;
  readonly received: ReceivedFrame[] = [];
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>;
  #count = 0;
  readonly #waiting = new Map<number, (frame: ReceivedFrame) => void>();

  private constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on('message', (data) => {
      const frame = JSON.parse((data as Buffer).toString('utf8')) as ReceivedFrame;
      this.received.push(frame);
      if (frame.m !== 3) this.#waiting.get(frame.i)?.(frame);
    });
    this.closed = new Promise((resolve) => {
      socket.on('close', (code, reason) => resolve({ code, reason: reason.toString() }));
    });
  }

  static async open(url: string): Promise<TestSocket> {
    const socket = new TestSocket(new WebSocket(url));
    await once(socket.socket, 'open');
    return socket;
  }

  /** Sends a request and returns the frame that answers it. */
  request(name: string, payload: unknown = {}): Promise<ReceivedFrame> {
    return this.requestText(name, JSON.stringify(payload));
  }

  /** Sends a request with any payload. */
  requestText(name: string, payload: string): Promise<ReceivedFrame> {
    this.#count += 2;
    const i = this.#count;
    const answer = new Promise<ReceivedFrame>((resolve) => this.#waiting.set(i, resolve));
    this.socket.send(JSON.stringify({ m: 0, i, n: name, o: payload }));
    return answer;
  }

  /** Returns the payload of the answer. */
  async call(name: string, payload: unknown = {}): Promise<Record<string, unknown>> {
    return JSON.parse((await this.request(name, payload)).o) as Record<string, unknown>;
  }
}
