/** A live socket under the control of a test, which triggers the exchange's side by calling its methods. */
import type { Listener, LiveSocketOptions, SubscribeName } from '@salar/client/live-socket-options';
import type { WireValue } from '@salar/client/lossless-json';

type Subscription = {
  readonly name: SubscribeName;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly listener: Listener;
};

export class FakeLiveSocket {
  readonly #options: LiveSocketOptions;
  #subscriptions: Subscription[] = [];
  #state = 'connecting';
  /** The session token of each connection and sign-in, oldest first; null when signed out. */
  readonly signIns: (string | null)[] = [];

  constructor(options: LiveSocketOptions) {
    this.#options = options;
  }

  get state(): string {
    return this.#state;
  }

  /** The names of the subscriptions, with their instrument or account. */
  get listensTo(): readonly string[] {
    return this.#subscriptions.map(
      ({ name, payload }) => `${name} ${String(payload['InstrumentId'] ?? payload['AccountId'])}`,
    );
  }

  subscribe(name: SubscribeName, payload: object, listener: Listener): () => void {
    const subscription = { name, payload: payload as Subscription['payload'], listener };
    this.#subscriptions.push(subscription);
    if (this.#state === 'open') this.#answer(subscription);
    return () => {
      this.#subscriptions = this.#subscriptions.filter((one) => one !== subscription);
    };
  }

  signInAgain(): void {
    if (this.#state === 'open') this.#begin();
  }

  pause(): void {
    this.#change('closed');
  }

  resume(): void {
    if (this.#state === 'closed') this.#change('connecting');
  }

  /** Establishes the connection. */
  connect(): void {
    this.#begin();
    this.#change('open');
    for (const subscription of this.#subscriptions) this.#answer(subscription);
  }

  /** Breaks the connection; the socket tries to reconnect. */
  lose(): void {
    this.#change('connecting');
  }

  /** The exchange reports that the session is over. */
  logOut(): void {
    this.#options.onLogout?.('ended');
  }

  emit(name: string, payload: WireValue): void {
    for (const { listener } of this.#subscriptions) listener.event(name, payload);
  }

  #begin(): void {
    // The web app signs in with its session at once.
    const signIn = this.#options.signIn?.() as { readonly SessionToken: string } | null;
    this.signIns.push(signIn?.SessionToken ?? null);
    if (this.#state === 'open') for (const subscription of this.#subscriptions) this.#answer(subscription);
  }

  #answer({ name, payload, listener }: Subscription): void {
    if (name === 'SubscribeLevel1') listener.snapshot({ InstrumentId: String(payload['InstrumentId']) });
    else listener.snapshot({ Subscribed: true });
  }

  #change(state: 'connecting' | 'open' | 'closed'): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#options.onState?.(state);
  }
}
