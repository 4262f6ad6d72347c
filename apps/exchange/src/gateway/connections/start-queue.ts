/**
 * Begins to read new connections a few at a time, so that no answer waits while hundreds that were opened at once are read: a
 * client may send many requests with its first bytes. Those of clients with few connections come first.
 */
import type { Socket } from 'node:net';

/** After this time the event loop serves other connections before further ones are begun. */
const sliceDefaultMs = 1;

export type StartQueueOptions = {
  /** Begins to read a connection. */
  readonly start: (socket: Socket) => void;
  /** Whether the client of a connection has few; true of all by default. */
  readonly hasFew?: (socket: Socket) => boolean;
  readonly sliceMs?: number;
};

export class StartQueue {
  readonly #options: StartQueueOptions;
  readonly #ofFew: Socket[] = [];
  readonly #ofMany: Socket[] = [];
  #isScheduled = false;

  constructor(options: StartQueueOptions) {
    this.#options = options;
  }

  /** Begins to read a connection in one of the next turns of the event loop, unless it is closed before. */
  add(socket: Socket): void {
    socket.on('error', ignoreError); // `close` follows
    const { hasFew = () => true } = this.#options;
    (hasFew(socket) ? this.#ofFew : this.#ofMany).push(socket);
    this.#schedule();
  }

  /** Closes those that wait. */
  close(): void {
    for (const waiting of [this.#ofFew, this.#ofMany])
      for (const socket of waiting.splice(0)) socket.destroy();
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      const { sliceMs = sliceDefaultMs } = this.#options;
      this.#startNext(performance.now() + sliceMs);
    });
  }

  #startNext(until: number): void {
    const socket = this.#ofFew.shift() ?? this.#ofMany.shift();
    if (socket !== undefined && !socket.destroyed) {
      socket.off('error', ignoreError);
      this.#options.start(socket);
    }
    // What the connection has received is read in a tick of this turn, before the next.
    process.nextTick(() => {
      const isDone = this.#ofFew.length + this.#ofMany.length === 0;
      if (!isDone && performance.now() < until) return this.#startNext(until);
      this.#isScheduled = false;
      if (!isDone) this.#schedule();
    });
  }
}

function ignoreError(): void {
  // Its connection is closed.
}
