/** Who wants to hear at once when a session ends: open sockets, which may not ask again for long. */
import type { UserId } from '@salar/protocol';
import type { Log } from '../ports/log.ts';
import type { Session } from './session-service.ts';
import { toSecretKey } from '../crypto/tokens.ts';

/** Where a session is used. */
type Place = { readonly token: string; readonly address: string };
type Owner = { readonly userId: UserId; readonly apiKey: string | null };
/** What is known of a watched session: what its token is looked up by, and whose it is. */
export type Watched = Owner & { readonly key: string };
type Watch = Place & {
  readonly key: string;
  readonly heard: () => void;
  /** Whether the session may still do what it is watched for. */
  readonly isEnough: (session: Session) => boolean;
  /** Null until it is found out. */
  owner: Owner | null;
};

/** How often sessions are looked at that nobody ends: they end by themselves when they were not used for long. */
const lookEveryMs = 15_000;

export class SessionWatches {
  readonly #watches = new Set<Watch>();
  #looking: NodeJS.Timeout | null = null;
  readonly #sessionOf: (place: Place) => Promise<Session | null>;
  readonly #log: Log;

  /** @param options.sessionOf  looks a session up without using it */
  constructor(options: { readonly sessionOf: (place: Place) => Promise<Session | null>; readonly log: Log }) {
    this.#sessionOf = options.sessionOf;
    this.#log = options.log;
  }

  /** @returns stops watching */
  add(place: Place, heard: () => void, isEnough: (session: Session) => boolean): () => void {
    const watch: Watch = { ...place, key: toSecretKey(place.token), heard, isEnough, owner: null };
    this.#watches.add(watch);
    this.#check(watch);
    this.#looking ??= setInterval(() => this.recheck(() => true), lookEveryMs).unref();
    return () => this.#end(watch);
  }

  /** Asks about the sessions that a change may have ended, and tells those that are over, once each. */
  recheck(isConcerned: (watched: Watched) => boolean): void {
    for (const watch of this.#watches) {
      const { key, owner } = watch;
      if (owner === null || isConcerned({ key, ...owner })) this.#check(watch);
    }
  }

  #check(watch: Watch): void {
    this.#sessionOf(watch)
      .then((session) => {
        if (session && watch.isEnough(session))
          watch.owner = { userId: session.user.userId, apiKey: session.key?.apiKey ?? null };
        else if (this.#end(watch)) watch.heard();
      })
      .catch((error: unknown) => {
        // The next call on the socket finds out.
        this.#log.warn({ error: String(error) }, 'a watched session was not asked about');
      });
  }

  /** @returns false when it had ended before */
  #end(watch: Watch): boolean {
    const isEnded = this.#watches.delete(watch);
    if (this.#watches.size === 0 && this.#looking !== null) {
      clearInterval(this.#looking);
      this.#looking = null;
    }
    return isEnded;
  }
}
