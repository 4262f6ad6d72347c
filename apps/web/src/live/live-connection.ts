/**
 * The live connection of this tab: its session, its pauses, and the distribution of its events.
 *
 * It signs in with the current session, and pauses while the page is hidden for long, the browser is offline, or it has
 * no subscriptions. When the server ends its session, it verifies that with an ordinary call, so that there is one way
 * to lose a session.
 */
import { LiveSocket } from '@salar/client/live-socket';
import type {
  Listener,
  LiveSocketOptions,
  LiveState,
  SubscribeName,
} from '@salar/client/live-socket-options';
import type { SessionState, SessionUser } from '../session/session-slice.ts';
import { retryFailedQueries } from '../store/store.ts';
import type { AppStore } from '../store/store.ts';
import { omsId } from '../api/api.ts';
import { getUserAccountInfos } from '../api/calls/accounts/get-user-account-infos.ts';
import { getUserInfo } from '../api/calls/accounts/get-user-info.ts';
import { AccountUpdates } from './account-updates.ts';
import { accountFollowed, liveAway, liveLost, liveOpened } from '../store/live-slice.ts';
import { PriceUpdates } from './price-updates.ts';

/** The methods of the socket that are used here. */
type Socket = Pick<LiveSocket, 'subscribe' | 'signInAgain' | 'pause' | 'resume'>;
type CreateSocket = (options: LiveSocketOptions) => Socket;

/** Shorter interruptions are not reported. */
export const awayAfterMs = 5000;
/** A page that is hidden for less than this stays connected. */
export const pauseAfterMs = 60_000;
/** When the socket and the server disagree about a session, the socket signs in again after this time. */
export const signInRetryMs = 15_000;
/** Within this time arrive the answer to a sign-out or re-authentication, and the token stored by another tab. */
export const sessionSettleMs = 1500;

export class LiveConnection {
  readonly #store: AppStore;
  readonly #socket: () => Socket;
  readonly #account: AccountUpdates;
  readonly #prices: PriceUpdates;
  readonly #ending = new AbortController();
  /** The number of subscriptions apart from the account. */
  #listeners = 0;
  #isHidden = false;
  /** The connection should be open. */
  #isWanted = false;
  #isOpen = false;
  /** The token with which the socket signed in last. */
  #signedInWith: string | null = null;
  #accountId: number | null = null;
  #stopFollowing: () => void = () => undefined;
  #awayTimer: ReturnType<typeof setTimeout> | undefined;
  #hiddenTimer: ReturnType<typeof setTimeout> | undefined;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;

  constructor({
    store,
    createSocket = (options) => new LiveSocket(options),
  }: {
    readonly store: AppStore;
    readonly createSocket?: CreateSocket;
  }) {
    this.#store = store;
    this.#account = new AccountUpdates(store);
    this.#prices = new PriceUpdates(store);
    this.#socket = once(() =>
      createSocket({
        url: `${window.location.origin.replace(/^http/, 'ws')}/WSGateway`,
        signIn: () => {
          this.#signedInWith = findToken(this.#session);
          return this.#signedInWith === null ? null : { SessionToken: this.#signedInWith };
        },
        onState: (state) => this.#changed(state),
        onLogout: () => this.#checkSession(),
      }),
    );
    const { signal } = this.#ending;
    document.addEventListener('visibilitychange', () => this.#seen(), { signal });
    window.addEventListener('online', () => this.#adjust(), { signal });
    window.addEventListener('offline', () => this.#adjust(), { signal });
    signal.addEventListener(
      'abort',
      store.subscribe(() => this.#adjust()),
    );
    this.#seen();
    this.#adjust();
  }

  listen(name: SubscribeName, payload: object, listener: Listener): () => void {
    this.#listeners += 1;
    const stop = this.#socket().subscribe(name, payload, listener);
    this.#adjust();
    return once(() => {
      this.#listeners -= 1;
      stop();
      this.#adjust();
    });
  }

  watchPrices(instrumentIds: readonly number[]): () => void {
    const stops = instrumentIds.map((InstrumentId) =>
      this.listen(
        'SubscribeLevel1',
        { OMSId: omsId, InstrumentId },
        {
          snapshot: (value) => runSafely(() => this.#prices.apply(value)),
          event: (_, value) => runSafely(() => this.#prices.apply(value)),
        },
      ),
    );
    return () => {
      for (const stop of stops) stop();
    };
  }

  /** Ends the connection for good. */
  close(): void {
    this.#ending.abort();
    for (const timer of [this.#awayTimer, this.#hiddenTimer, this.#retryTimer]) clearTimeout(timer);
    if (this.#isWanted) this.#socket().pause();
  }

  get #session(): SessionState {
    return this.#store.getState().session;
  }

  /** Brings the connection into its target state: connected or paused, signed in, and following the account. */
  #adjust(): void {
    const token = findToken(this.#session);
    const isWanted = !this.#isHidden && navigator.onLine && (token !== null || this.#listeners > 0);
    if (isWanted !== this.#isWanted) {
      this.#isWanted = isWanted;
      if (isWanted) this.#connect();
      else this.#socket().pause();
    }
    if (this.#isOpen && this.#signedInWith !== token) this.#switchSession(token);
    this.#follow(token === null ? null : this.#session.user);
  }

  #connect(): void {
    this.#waitALittle();
    this.#socket().resume();
  }

  /** Events for the last session must not reach the next one, so signing out reconnects. */
  #switchSession(token: string | null): void {
    this.#signedInWith = token;
    if (token === null) this.#socket().pause();
    else this.#socket().signInAgain();
    if (token === null) this.#connect();
  }

  /**
   * Follows the customer's account, and loads the accounts of the session, once and after each change. This code is
   * loaded when the browser is idle, so neither delays the first page.
   */
  #follow(user: SessionUser | null): void {
    const accountId = user?.accountId ?? null;
    if (accountId === this.#accountId) return;
    this.#accountId = accountId;
    this.#stopFollowing();
    this.#stopFollowing = () => undefined;
    if (user === null || accountId === null) return;
    const { userId, userName } = user;
    const accounts = this.#store.dispatch(getUserAccountInfos.initiate({ userId, userName }));
    const unsubscribe = this.#socket().subscribe(
      'SubscribeAccountEvents',
      { OMSId: omsId, AccountId: accountId },
      {
        snapshot: () => {
          this.#store.dispatch(accountFollowed(true));
          // Answers from before this snapshot may be outdated.
          this.#account.refresh();
        },
        event: (name, payload) => runSafely(() => this.#account.apply(name, payload)),
        failed: () => this.#store.dispatch(accountFollowed(false)),
      },
    );
    this.#stopFollowing = () => {
      accounts.unsubscribe();
      unsubscribe();
    };
  }

  #changed(state: LiveState): void {
    this.#isOpen = state === 'open';
    clearTimeout(this.#awayTimer);
    if (this.#isOpen) {
      this.#store.dispatch(liveOpened());
      this.#adjust();
      // An exchange that was restarting or busy failed some queries, and pages stop polling from here on.
      retryFailedQueries(this.#store);
    } else {
      this.#store.dispatch(liveLost(Date.now()));
      if (this.#isWanted) this.#waitALittle();
    }
  }

  #waitALittle(): void {
    clearTimeout(this.#awayTimer);
    this.#awayTimer = setTimeout(() => {
      if (this.#isWanted && !this.#isOpen) this.#store.dispatch(liveAway());
    }, awayAfterMs);
  }

  #seen(): void {
    clearTimeout(this.#hiddenTimer);
    if (document.visibilityState === 'visible') this.#hide(false);
    else this.#hiddenTimer = setTimeout(() => this.#hide(true), pauseAfterMs);
  }

  #hide(isHidden: boolean): void {
    this.#isHidden = isHidden;
    this.#adjust();
  }

  /**
   * Handles the server's report that the session is over. When this page or another tab replaced or ended it, the
   * result is still on its way, so only a session that is still current after a moment is verified.
   */
  #checkSession(): void {
    this.#store.dispatch(accountFollowed(false));
    const token = this.#signedInWith;
    if (token === null) return;
    clearTimeout(this.#retryTimer);
    this.#retryTimer = setTimeout(() => void this.#verifySession(token), sessionSettleMs);
  }

  async #verifySession(token: string): Promise<void> {
    const { userId } = this.#session;
    if (userId === null || token !== findToken(this.#session)) return;
    await this.#store.dispatch(getUserInfo.initiate({ userId }, { forceRefetch: true, subscribe: false }));
    this.#retryTimer = setTimeout(() => {
      if (this.#isOpen && this.#signedInWith === token && findToken(this.#session) === token)
        this.#socket().signInAgain();
    }, signInRetryMs);
  }
}

/** Returns the token to sign in with; null while the customer is prompted to sign in again. */
function findToken({ sessionToken, prompt }: SessionState): string | null {
  return prompt === 'signIn' ? null : sessionToken;
}

/** Logs an event that cannot be read, so that the other listeners still receive theirs. */
function runSafely(work: () => void): void {
  try {
    work();
  } catch (problem) {
    console.warn('An event could not be read.', problem);
  }
}

function once<T>(work: () => T): () => T {
  let done: { readonly value: T } | undefined;
  return () => (done ??= { value: work() }).value;
}
