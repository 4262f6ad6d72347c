/**
 * Tells the follower how far the journal is, but not at every commit.
 *
 * Each stretch that the follower is told of costs it a transaction of its own. So it is told of the next one when it
 * is done with the last and a moment has passed, and at once when somebody waits for history.
 */
import type { Sequence } from '@salar/protocol';

/** How long commits are gathered into one write of history. Nobody who waits is kept waiting by it. */
const gatherMs = 25;

export class FollowerPace {
  readonly #advance: (head: Sequence) => void;
  #head: number;
  #sent: number;
  #reached: number;
  #timer: NodeJS.Timeout | null = null;

  /** @param start  how far the follower is, and has been told */
  constructor(start: Sequence, advance: (head: Sequence) => void) {
    this.#advance = advance;
    this.#head = start;
    this.#sent = start;
    this.#reached = start;
  }

  /** The journal goes up to `head` now. */
  committed(head: Sequence): void {
    this.#head = head;
    this.#gather();
  }

  /** The follower has written history up to `position`. */
  reached(position: Sequence): void {
    this.#reached = position;
    this.#gather();
  }

  /** Somebody waits: no more gathering. */
  flush(): void {
    if (this.#head > this.#sent) this.#send();
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #gather(): void {
    const isIdle = this.#reached >= this.#sent;
    if (this.#timer !== null || !isIdle || this.#head <= this.#sent) return;
    this.#timer = setTimeout(() => this.#send(), gatherMs);
    this.#timer.unref();
  }

  #send(): void {
    this.stop();
    this.#sent = this.#head;
    this.#advance(this.#head as Sequence);
  }
}
