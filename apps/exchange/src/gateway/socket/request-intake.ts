/**
 * Limits the requests of one socket that were received and are not answered: by number, by bytes, and while the reader has not
 * received earlier answers. Beyond a limit nothing more is read from the connection; requests that had arrived by then are
 * kept as they came and run when the reader has caught up.
 */
import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';
import type { Frame } from './frame.ts';
import type { CustomerSocketLimits } from './socket-limits.ts';

export type RequestIntakeOptions = {
  readonly socket: WebSocket;
  /** The connection under the socket. */
  readonly wire: Socket;
  readonly limits: Pick<CustomerSocketLimits, 'inFlightMax' | 'inFlightBytesMax' | 'bufferedPause'>;
  /** Runs a request; `answered` must be called once it is. */
  readonly run: (frame: Frame) => void;
};

export class RequestIntake {
  readonly #options: RequestIntakeOptions;
  #count = 0;
  #bytes = 0;
  readonly #delayed: Frame[] = [];
  #isPaused = false;
  #onIdle: (() => void) | null = null;

  constructor(options: RequestIntakeOptions) {
    this.#options = options;
  }

  /** The bytes of the requests that are not answered. */
  get bytes(): number {
    return this.#bytes;
  }

  receive(frame: Frame): void {
    this.#count += 1;
    this.#bytes += frame.size;
    const isBehind = this.#isReaderBehind();
    if (isBehind || this.#delayed.length > 0) this.#delayed.push(frame);
    else this.#options.run(frame);
    if (isBehind || this.#isFull()) this.#adjustReading();
  }

  answered(frame: Frame): void {
    this.#count -= 1;
    this.#bytes -= frame.size;
    if (this.#isPaused) this.#adjustReading();
    if (this.#count === 0) this.#onIdle?.();
  }

  /** Runs delayed requests and reads further ones, as far as the reader has received the answers to the earlier ones. */
  adjust(): void {
    while (this.#delayed.length > 0 && !this.#isReaderBehind()) {
      const frame = this.#delayed.shift();
      if (frame !== undefined) this.#options.run(frame);
    }
    this.#adjustReading();
  }

  /** Resolves when every request is answered. */
  async waitUntilIdle(): Promise<void> {
    if (this.#count > 0) await new Promise<void>((resolve) => (this.#onIdle = resolve));
  }

  /** A connection that needs no draining emits no `drain`, which is when delayed requests run. */
  #isReaderBehind(): boolean {
    const { wire, limits } = this.#options;
    return wire.writableNeedDrain && wire.writableLength > limits.bufferedPause;
  }

  #isFull(): boolean {
    const { inFlightMax, inFlightBytesMax } = this.#options.limits;
    return this.#count >= inFlightMax || this.#bytes >= inFlightBytesMax;
  }

  #adjustReading(): void {
    const mustPause = this.#isFull() || this.#isReaderBehind();
    if (mustPause === this.#isPaused) return;
    const { socket } = this.#options;
    if (socket.readyState !== socket.OPEN) return;
    this.#isPaused = mustPause;
    if (mustPause) socket.pause();
    else socket.resume();
  }
}
