/**
 * Writes the frames of one socket. What is written in one turn of the event loop, such as the answers of one batch or the
 * events of one publication, goes out at its end, in one packet for each socket.
 *
 * The connection itself holds the frames back, so they keep their order among those that `ws` writes.
 */
import type { Socket } from 'node:net';

/** The bytes of a frame; in a text, each character is one byte. */
export type FrameBytes = string | Buffer;

export type FrameWriterOptions = {
  readonly wire: Socket;
  /** Called at the end of a turn in which something was written. */
  readonly onWritten: () => void;
  /** Called when that has failed; must not throw. */
  readonly onFailed: (error: unknown) => void;
};

/** The writers that have written something in this turn. */
let turn: FrameWriter[] = [];

export class FrameWriter {
  readonly #options: FrameWriterOptions;
  #isWriting = false;
  #wasBehind = false;

  constructor(options: FrameWriterOptions) {
    this.#options = options;
  }

  /** True when the reader had not received everything when this turn began to write. */
  get wasBehind(): boolean {
    return this.#wasBehind;
  }

  write(frame: FrameBytes): void {
    const { wire } = this.#options;
    if (!this.#isWriting) {
      this.#isWriting = true;
      this.#wasBehind = wire.writableNeedDrain;
      wire.cork();
      if (turn.push(this) === 1) process.nextTick(endTurn);
    }
    wire.write(frame, 'latin1');
  }

  /** Sends what was written in this turn. */
  end(): void {
    try {
      this.#isWriting = false;
      this.#options.wire.uncork();
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
