/**
 * Writes the frames of one socket. What is written in one turn of the event loop, such as the answers of one batch or the
 * events of one publication, goes out at its end, in one write for each socket.
 */
import type { Socket } from 'node:net';

/** The bytes of a frame; in a text, each character is one byte. */
export type FrameBytes = string | Buffer;

export type FrameWriterOptions = {
  readonly wire: Socket;
  /** Whether frames may still be sent. */
  readonly isOpen: () => boolean;
  /** Called at the end of a turn in which something was written. */
  readonly onWritten: () => void;
  /** Called when writing failed; must not throw. */
  readonly onFailed: (error: unknown) => void;
};

/** The writers that have something to write in this turn. */
let turn: FrameWriter[] = [];

export class FrameWriter {
  readonly #options: FrameWriterOptions;
  /** What this turn has written; texts that follow each other are joined. */
  readonly #frames: FrameBytes[] = [];
  /** True when the reader had not received everything when this turn began to write. */
  #wasBehind = false;

  constructor(options: FrameWriterOptions) {
    this.#options = options;
  }

  /** True when the reader had not received everything when this turn began to write. */
  get wasBehind(): boolean {
    return this.#wasBehind;
  }

  add(frame: FrameBytes): void {
    const { length } = this.#frames;
    const last = this.#frames[length - 1];
    if (typeof last === 'string' && typeof frame === 'string') this.#frames[length - 1] = last + frame;
    else this.#frames.push(frame);
    if (length > 0) return;
    this.#wasBehind = this.#options.wire.writableNeedDrain;
    if (turn.push(this) === 1) process.nextTick(endTurn);
  }

  /** Writes now what the turn has written so far: before a close frame, and before the end of the connection. */
  flush(): void {
    const { wire, isOpen } = this.#options;
    const [first, ...others] = this.#frames;
    if (first === undefined) return;
    this.#frames.length = 0;
    if (!isOpen()) return;
    if (others.length > 0) wire.cork();
    wire.write(first, 'latin1');
    if (others.length === 0) return;
    for (const frame of others) wire.write(frame, 'latin1');
    wire.uncork();
  }

  /** Ends the turn of this writer. */
  end(): void {
    try {
      this.flush();
      this.#options.onWritten();
    } catch (error) {
      this.#options.onFailed(error);
    }
  }
}

function endTurn(): void {
  const writers = turn;
  turn = [];
  for (const writer of writers) writer.end();
}
