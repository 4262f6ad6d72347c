/**
 * Reports the journal's end to the follower, but not at every commit.
 *
 * Each reported range costs the follower a transaction. So the next one is sent when the follower has finished the
 * last and either a quarter of a second has passed or enough commands have been collected, and at once when a caller
 * waits for history.
 */
import type { Sequence } from '@salar/protocol';

/** How long commits are collected for one write of history. Callers that wait for history skip this delay. */
const gatherMs = 250;
/**
 * This many commands are written without waiting any longer: a transaction costs nearly as little for each of them as a
 * larger one, and a longer write would keep a processor busy while orders need it.
 */
const gatherCommandsMax = 2000;

export class FollowerPace {
  readonly #advance: (head: Sequence) => void;
  #head: number;
  #sent: number;
  #reached: number;
  #timer: NodeJS.Timeout | null = null;

  /** @param start the follower's current position */
  constructor(start: Sequence, advance: (head: Sequence) => void) {
    this.#advance = advance;
    this.#head = start;
    this.#sent = start;
    this.#reached = start;
  }

  /** Call when the journal ends at `head`. */
  committed(head: Sequence): void {
    this.#head = head;
    this.#gather();
  }

  /** Call when the follower has written history up to `position`. */
  reached(position: Sequence): void {
    this.#reached = position;
    this.#gather();
  }

  /** Sends the journal's end at once, because a caller waits for history up to `until`, unless that much was sent. */
  flush(until: Sequence): void {
    if (until > this.#sent && this.#head > this.#sent) this.#send();
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #gather(): void {
    const isIdle = this.#reached >= this.#sent;
    if (!isIdle || this.#head <= this.#sent) return;
    if (this.#head - this.#sent >= gatherCommandsMax) return this.#send();
    if (this.#timer !== null) return;
    this.#timer = setTimeout(() => this.#send(), gatherMs);
    this.#timer.unref();
  }

  #send(): void {
    this.stop();
    this.#sent = this.#head;
    this.#advance(this.#head as Sequence);
  }
}
