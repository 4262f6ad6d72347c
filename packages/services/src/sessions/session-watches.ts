/** Notifies at once when a session ends, for open sockets, which may send no request for a long time. */
import type { UserId } from '@salar/protocol';
import type { Log } from '../ports/log.ts';
import type { Session } from './session-service.ts';
import { toSecretKey } from '../crypto/tokens.ts';

/** A token with the address from which it is used. */
type SessionLocation = { readonly token: string; readonly address: string };
type Owner = { readonly userId: UserId; readonly apiKey: string | null };
/** A watched session: the key of its token, and its owner. */
export type Watched = Owner & { readonly key: string };
type Watch = SessionLocation & {
  readonly key: string;
  readonly onEnded: () => void;
  /** Checks that the session still has the needed permission. */
  readonly isEnough: (session: Session) => boolean;
  /** Null until it is found. */
  owner: Owner | null;
};

/** How often all sessions are checked: one that expires without use notifies no watch. */
const checkEveryMs = 15_000;

type SessionWatchesOptions = {
  readonly findSession: (location: SessionLocation) => Promise<Session | null>;
  readonly log: Log;
};

export class SessionWatches {
  readonly #watches = new Set<Watch>();
  #checkTimer: NodeJS.Timeout | null = null;
  readonly #options: SessionWatchesOptions;

  /** @param options.findSession  looks a session up without using it */
  constructor(options: SessionWatchesOptions) {
    this.#options = options;
  }

  /** @returns a function that stops watching */
  add(location: SessionLocation, onEnded: () => void, isEnough: (session: Session) => boolean): () => void {
    const watch: Watch = { ...location, key: toSecretKey(location.token), onEnded, isEnough, owner: null };
    this.#watches.add(watch);
    this.#check(watch);
    this.#checkTimer ??= setInterval(() => this.recheck(() => true), checkEveryMs).unref();
    return () => this.#end(watch);
  }

  /** Checks the sessions that a change may have ended, and notifies the listeners of those that are over, once each. */
  recheck(isConcerned: (watched: Watched) => boolean): void {
    for (const watch of this.#watches) {
      const { key, owner } = watch;
      if (owner === null || isConcerned({ key, ...owner })) this.#check(watch);
    }
  }

  #check(watch: Watch): void {
    this.#options
      .findSession(watch)
      .then((session) => {
        if (session && watch.isEnough(session))
          watch.owner = { userId: session.user.userId, apiKey: session.key?.apiKey ?? null };
        else if (this.#end(watch)) watch.onEnded();
      })
      .catch((error: unknown) => {
        // The next call on the socket detects it.
        this.#options.log.warn({ error: String(error) }, 'failed to check a watched session');
      });
  }

  /** @returns false when it had ended before */
  #end(watch: Watch): boolean {
    const isEnded = this.#watches.delete(watch);
    if (this.#watches.size === 0 && this.#checkTimer !== null) {
      clearInterval(this.#checkTimer);
      this.#checkTimer = null;
    }
    return isEnded;
  }
}
