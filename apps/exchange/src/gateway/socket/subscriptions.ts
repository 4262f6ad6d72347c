/**
 * The subscriptions of one socket. Each key has one subscription: subscribing again returns a new snapshot and
 * replaces the first.
 *
 * Events carry the number of the request that subscribed and never overtake its answer (wire-protocol 2.2).
 */
import type { FrameNumber, SharedEvent } from './frame.ts';

/** Where a subscription sends its events. */
export interface EventOutlet {
  /** Sends an event. For a slow reader of a state, it is kept instead, and replaces the one that was kept. */
  send(event: SharedEvent): void;
  /** Whether an event is kept that the reader has not been sent. */
  readonly hasKept: boolean;
}
/** Ends what was opened; no events follow. */
export type Stop = () => void;

export type Subscription = {
  /** The subject, such as `level1 3`; unique within a socket. */
  readonly key: string;
  /** Ends with the session of the socket. */
  readonly isPrivate: boolean;
  /** An event contains everything since the last one that was sent: for a slow reader only the last one is kept. */
  readonly isState?: true;
  /** Starts the events. They may be emitted at once: they wait for the answer. */
  readonly open: (outlet: EventOutlet) => Stop;
};

/** The operations of a call on the subscriptions of its socket. */
export interface FrameSubscriptions {
  /**
   * @returns `too_many` at the limit of the socket; `over` when it is closed, or when the request belongs to a
   * session that the socket no longer has and the subscription would end with it
   */
  add(subscription: Subscription): 'added' | 'too_many' | 'over';
  /** Ends the subscriptions whose key is chosen, if any. */
  remove(isChosen: (key: string) => boolean): void;
}

/** Where a socket's events are written to. */
export type EventSink = {
  readonly send: (frame: FrameNumber, event: SharedEvent) => void;
  /** True while the reader has not received what was sent; `sendKept` is called when it has. */
  readonly isBehind: () => boolean;
};

type Entry = {
  readonly isPrivate: boolean;
  stop: Stop;
  /** Sends the kept event, if there is one. */
  sendKept: () => void;
};

/** The most subscriptions of one socket (wire-protocol 17.1). */
export const subscriptionsMax = 200;

export class Subscriptions {
  readonly #entries = new Map<string, Entry>();
  readonly #sink: EventSink;
  #isOver = false;
  /** How many sessions the socket has had. */
  #sessions = 0;

  constructor(outlet: EventSink) {
    this.#sink = outlet;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Creates the view of one request. Its events are held back until `answered` is called. */
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

  /** Sends the kept events, when the reader has received everything. */
  sendKept(): void {
    for (const { sendKept } of this.#entries.values()) sendKept();
  }

  /** Ends private subscriptions with the session, including those that a request in flight is about to add. */
  endPrivate(): void {
    this.#sessions += 1;
    for (const [key, { isPrivate }] of this.#entries) if (isPrivate) this.#end(key);
  }

  /** Ends all subscriptions when the socket closes; a request in flight adds nothing any more. */
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
    entry.stop = open({
      send: (event) => {
        if (this.#entries.get(key) !== entry) return;
        const isKept = isState === true && this.#sink.isBehind();
        kept = isKept ? event : null;
        if (!isKept) send(event);
      },
      get hasKept() {
        return kept !== null;
      },
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
