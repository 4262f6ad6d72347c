/**
 * What one socket listens to. Each thing is listened to once: asking again answers anew and takes the place of the first.
 *
 * Events carry the number of the request that asked for them and never overtake its answer (wire-protocol 2.2).
 */
import { SharedEvent } from './frame.ts';
import type { FrameNumber } from './frame.ts';

/** Sends an event: its name and JSON text, or one that is written already. */
export type SendEvent = (...event: readonly [name: string, payload: string] | readonly [SharedEvent]) => void;
/** Ends what was opened; nothing is heard after it. */
export type Stop = () => void;

export type Subscription = {
  /** What is listened to, such as `level1 3`; unique within a socket. */
  readonly key: string;
  /** Ends with the session of the socket. */
  readonly isPrivate: boolean;
  /** Each event tells all there is to know: for a reader that is behind the last one is kept, in place of all. */
  readonly isState?: true;
  /** Begins to listen. Events may be told at once: they wait for the answer. */
  readonly open: (tell: SendEvent) => Stop;
};

/** What a call of a socket may do with that socket's subscriptions. */
export interface FrameSubscriptions {
  /**
   * @returns `too_many` when the socket listens to as many things as it may; `over` when it is closed, or when the session
   * of the request is not the socket's any more and the subscription would end with it
   */
  add(subscription: Subscription): 'added' | 'too_many' | 'over';
  /** Ends those whose key is chosen; none is fine. */
  remove(isChosen: (key: string) => boolean): void;
}

/** The way out of a socket. */
export type EventSink = {
  readonly send: (frame: FrameNumber, event: SharedEvent) => void;
  /** True while the reader has not taken what was sent; `caughtUp` is called when it has. */
  readonly isBehind: () => boolean;
};

type Entry = {
  readonly isPrivate: boolean;
  stop: Stop;
  /** Sends the event that was kept back, if one was. */
  sendKept: () => void;
};

/** Things that one socket may listen to (wire-protocol 17.1). */
export const subscriptionsMax = 200;

export class Subscriptions {
  readonly #entries = new Map<string, Entry>();
  readonly #sink: EventSink;
  #isOver = false;
  /** Sessions that the socket had. */
  #sessions = 0;

  constructor(outlet: EventSink) {
    this.#sink = outlet;
  }

  /** For one request. Its events are held until `answered` is called. */
  forRequest(frame: FrameNumber): FrameSubscriptions & { readonly answered: () => void } {
    let held: SharedEvent[] | null = [];
    const session = this.#sessions;
    const send = (event: SharedEvent) => {
      if (held === null) this.#sink.send(frame, event);
      else held.push(event);
    };
    return {
      add: (subscription) =>
        subscription.isPrivate && session !== this.#sessions ? 'over' : this.#add(subscription, send),
      remove: (isChosen) => this.#remove(isChosen),
      answered: () => {
        const waiting = held ?? [];
        held = null;
        for (const event of waiting) this.#sink.send(frame, event);
      },
    };
  }

  /** The reader has taken everything: sends what was kept back for it. */
  sendKept(): void {
    for (const { sendKept } of this.#entries.values()) sendKept();
  }

  /** The session is over: what belonged to it is not heard any more, nor what is asked for in it and on its way. */
  endPrivate(): void {
    this.#sessions += 1;
    for (const [key, { isPrivate }] of this.#entries) if (isPrivate) this.#end(key);
  }

  /** The socket is closed: a request that is still on its way begins nothing any more. */
  endAll(): void {
    this.#isOver = true;
    this.#remove(() => true);
  }

  #add(
    { key, isPrivate, isState, open }: Subscription,
    send: (event: SharedEvent) => void,
  ): ReturnType<FrameSubscriptions['add']> {
    if (this.#isOver) return 'over';
    this.#end(key);
    if (this.#entries.size >= subscriptionsMax) return 'too_many';
    let kept: SharedEvent | null = null;
    const entry: Entry = {
      isPrivate,
      stop: () => undefined,
      sendKept: () => {
        const event = kept;
        kept = null;
        if (event !== null) send(event);
      },
    };
    this.#entries.set(key, entry);
    entry.stop = open((...sent) => {
      if (this.#entries.get(key) !== entry) return;
      const event = sent.length === 1 ? sent[0] : new SharedEvent(...sent);
      const isKept = isState === true && this.#sink.isBehind();
      kept = isKept ? event : null;
      if (!isKept) send(event);
    });
    return 'added';
  }

  #remove(isChosen: (key: string) => boolean): void {
    for (const key of this.#entries.keys()) if (isChosen(key)) this.#end(key);
  }

  #end(key: string): void {
    const entry = this.#entries.get(key);
    this.#entries.delete(key);
    entry?.stop();
  }
}
