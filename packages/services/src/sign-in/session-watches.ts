/** Who wants to hear at once when a session ends: open sockets, which may not ask again for long. */
import type { UserId } from '@salar/protocol';
import type { Log } from '../ports/log.ts';
import type { Session } from './session-service.ts';
import { secretKey } from './session-tokens.ts';

/** Where a session is used. */
type Place = { readonly token: string; readonly address: string };
type Owner = { readonly userId: UserId; readonly apiKey: string | null };
/** What is known of a watched session: what its token is looked up by, and whose it is. */
export type Watched = Owner & { readonly key: string };
type Watch = Place & {
  readonly key: string;
  readonly heard: () => void;
  /** Null until it is found out. */
  owner: Owner | null;
};

export class SessionWatches {
  readonly #watches = new Set<Watch>();
  readonly #sessionOf: (place: Place) => Promise<Session | null>;
  readonly #log: Log;

  constructor(options: { readonly sessionOf: (place: Place) => Promise<Session | null>; readonly log: Log }) {
    this.#sessionOf = options.sessionOf;
    this.#log = options.log;
  }

  /** @returns stops watching */
  add(place: Place, heard: () => void): () => void {
    const watch: Watch = { ...place, key: secretKey(place.token), heard, owner: null };
    this.#watches.add(watch);
    this.#check(watch);
    return () => this.#watches.delete(watch);
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
        if (session) watch.owner = { userId: session.user.userId, apiKey: session.key?.apiKey ?? null };
        else if (this.#watches.delete(watch)) watch.heard();
      })
      .catch((error: unknown) => {
        // The next call on the socket finds out.
        this.#log.warn({ error: String(error) }, 'a watched session was not asked about');
      });
  }
}
