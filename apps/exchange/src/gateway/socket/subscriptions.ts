/**
 * What one socket listens to. Each thing is listened to once: asking again answers anew and takes the place of the first.
 *
 * Events carry the number of the request that asked for them and never overtake its answer (wire-protocol 2.2).
 */
import type { FrameNumber } from './frame.ts';

/** Sends an event. `payload` is JSON text. */
export type Tell = (event: string, payload: string) => void;
/** Ends what was opened; nothing is heard after it. */
export type Stop = () => void;

export type Subscription = {
  /** What is listened to, such as `level1 3`; unique within a socket. */
  readonly key: string;
  /** Ends with the session of the socket. */
  readonly isPrivate: boolean;
  /** Begins to listen. Events may be told at once: they wait for the answer. */
  readonly open: (tell: Tell) => Stop;
};

/** What a call of a socket may do with that socket's subscriptions. */
export interface FrameSubscriptions {
  /** @returns false when the socket listens to as many things as it may */
  add(subscription: Subscription): boolean;
  /** Ends those whose key is chosen; none is fine. */
  remove(isChosen: (key: string) => boolean): void;
}

type Entry = { readonly isPrivate: boolean; stop: Stop };
type Held = { readonly event: string; readonly payload: string };

/** Things that one socket may listen to (wire-protocol 17.1). */
const subscriptionsMax = 200;

export class Subscriptions {
  readonly #entries = new Map<string, Entry>();
  readonly #send: (frame: FrameNumber, event: string, payload: string) => void;

  /** @param send  writes an event to the socket */
  constructor(send: (frame: FrameNumber, event: string, payload: string) => void) {
    this.#send = send;
  }

  /** For one request. Its events are held until `answered` is called. */
  of(frame: FrameNumber): FrameSubscriptions & { readonly answered: () => void } {
    let held: Held[] | null = [];
    const tell: Tell = (event, payload) => {
      if (held === null) this.#send(frame, event, payload);
      else held.push({ event, payload });
    };
    return {
      add: (subscription) => this.#add(subscription, tell),
      remove: (isChosen) => this.#remove(isChosen),
      answered: () => {
        const waiting = held ?? [];
        held = null;
        for (const { event, payload } of waiting) this.#send(frame, event, payload);
      },
    };
  }

  /** The session is over: what belonged to it is not heard any more. */
  endPrivate(): void {
    for (const [key, { isPrivate }] of this.#entries) if (isPrivate) this.#end(key);
  }

  /** The socket is closed. */
  endAll(): void {
    this.#remove(() => true);
  }

  #add({ key, isPrivate, open }: Subscription, tell: Tell): boolean {
    this.#end(key);
    if (this.#entries.size >= subscriptionsMax) return false;
    const entry: Entry = { isPrivate, stop: () => undefined };
    this.#entries.set(key, entry);
    entry.stop = open((event, payload) => {
      if (this.#entries.get(key) === entry) tell(event, payload);
    });
    return true;
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
