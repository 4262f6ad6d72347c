/**
 * One lasting connection to the exchange's socket: it reconnects, signs in again, and renews every subscription.
 *
 * A subscription begins with a snapshot, followed by its changes. After an interruption the snapshot is sent again,
 * so a listener that replaces its state by each snapshot never misses anything.
 */
import ReconnectingWebSocket from 'partysocket/ws';
import { NoAnswer, OutOfService, SalarRefusal, TooManyRequests } from './errors.ts';
import type { SalarError } from './errors.ts';
import type { Listener, LiveSocketOptions, LiveState, SubscribeName } from './live-socket-options.ts';
import { isWireObject, parseLossless } from './lossless-json.ts';
import type { WireValue } from './lossless-json.ts';
import { frameKinds } from './socket-frames.ts';
import type { Frame } from './socket-frames.ts';
import { awaitAnswer } from './socket-request.ts';
import type { SocketRequest } from './socket-request.ts';
import { toSubscriptionKey } from './socket-subscription.ts';
import type { Subscription } from './socket-subscription.ts';

const timeoutMsUsual = 15_000;
/** A connection that is silent for this long is pinged. */
const silenceMs = 20_000;
const pingTimeoutMs = 10_000;
/** A temporarily refused subscription is requested again after this long, or up to twice as long. */
const retryMs = 3000;

export class LiveSocket {
  readonly #options: LiveSocketOptions;
  readonly #socket: ReconnectingWebSocket;
  readonly #requests = new Map<number, SocketRequest>();
  readonly #subscriptions = new Map<string, Subscription>();
  #state: LiveState = 'connecting';
  #isEnded = false;
  #sequence = 0;
  #lastMessageAt = 0;
  /** Counts connections and sign-ins, so that answers of an earlier one can be ignored. */
  #turn = 0;
  #heartbeat: ReturnType<typeof setInterval> | undefined;

  constructor(options: LiveSocketOptions) {
    this.#options = options;
    this.#socket = new ReconnectingWebSocket(options.url, null, {
      WebSocket: options.WebSocket,
      // Clients that were cut off together do not reconnect at the same moment.
      minReconnectionDelay: between(500, 1500),
      maxReconnectionDelay: between(10_000, 20_000),
      reconnectionDelayGrowFactor: 1.6,
      connectionTimeout: 10_000,
      maxEnqueuedMessages: 0,
    });
    this.#socket.onopen = () => this.#opened();
    this.#socket.onmessage = ({ data }) => this.#onMessage(String(data));
    this.#socket.onclose = () => this.#lost(this.#state === 'closed' ? 'closed' : 'connecting');
  }

  get state(): LiveState {
    return this.#state;
  }

  /**
   * Makes one call. While the connection is not open the request waits for it.
   *
   * @returns the answer; its numbers are text
   * @throws SalarRefusal when the exchange refuses; NotSignedIn, TooManyRequests, OutOfService; NoAnswer when none
   * arrived
   */
  call(
    name: string,
    payload: object = {},
    options: { readonly timeoutMs?: number } = {},
  ): Promise<WireValue> {
    return this.#request(name, payload, { ...options, waits: true }).answer;
  }

  /**
   * Subscribes. The same subscription again (same instrument, account, interval) joins the existing one: the newest
   * payload applies, and all listeners receive the snapshot again.
   *
   * @returns a function that ends it
   */
  subscribe(name: SubscribeName, payload: object, listener: Listener): () => void {
    const key = toSubscriptionKey(name, payload);
    const subscription = this.#subscriptions.get(key) ?? {
      name,
      payload,
      sequence: 0,
      listeners: new Set(),
    };
    subscription.payload = payload;
    // A listener object for each call, so that each is removed individually.
    const own = { ...listener };
    subscription.listeners.add(own);
    this.#subscriptions.set(key, subscription);
    if (this.#state === 'open') this.#subscribe(subscription);
    return () => {
      if (!subscription.listeners.delete(own) || subscription.listeners.size > 0) return;
      this.#subscriptions.delete(key);
      if (this.#state !== 'open') return;
      this.#request(`Un${name[0]?.toLowerCase()}${name.slice(1)}`, subscription.payload).answer.catch(
        ignored,
      );
    };
  }

  /** Signs in with the current result of `signIn`, for example a new session, and renews all subscriptions. */
  signInAgain(): void {
    if (this.#socket.readyState === this.#socket.OPEN) void this.#begin();
  }

  /** Closes the connection and keeps the subscriptions until `resume`. */
  pause(): void {
    this.#lost('closed');
    this.#socket.close();
  }

  resume(): void {
    if (this.#state !== 'closed' || this.#isEnded) return;
    this.#changeState('connecting');
    this.#socket.reconnect();
  }

  /** Closes the socket for good. */
  close(): void {
    this.pause();
    this.#isEnded = true;
    this.#subscriptions.clear();
    for (const { fail } of this.#requests.values()) fail(closed());
  }

  #opened(): void {
    this.#lastMessageAt = Date.now();
    this.#heartbeat = setInterval(() => this.#checkLife(), silenceMs / 4);
    void this.#begin();
  }

  #lost(state: LiveState): void {
    clearInterval(this.#heartbeat);
    this.#turn += 1;
    this.#changeState(state);
    for (const { fail, isSent } of this.#requests.values())
      if (isSent) fail(new NoAnswer('The connection was lost', { wasSent: true }));
  }

  /** Signs in, then renews all subscriptions, then sends the requests that waited. */
  async #begin(): Promise<void> {
    this.#turn += 1;
    const turn = this.#turn;
    const isSettled = await this.#signIn();
    if (turn !== this.#turn) return;
    if (!isSettled) {
      later(() => {
        if (turn === this.#turn) void this.#begin();
      });
      return;
    }
    this.#changeState('open');
    for (const subscription of this.#subscriptions.values()) this.#subscribe(subscription);
    for (const request of this.#requests.values()) if (!request.isSent) this.#send(request);
  }

  /** @returns false when the outcome of the sign-in is still unknown */
  async #signIn(): Promise<boolean> {
    try {
      const signIn = (await this.#options.signIn?.()) ?? null;
      if (signIn === null) return true;
      const name = 'APIKey' in signIn ? 'AuthenticateUser' : 'WebAuthenticateUser';
      const answer = await this.#request(name, signIn).answer;
      if (!isWireObject(answer) || answer['Authenticated'] !== true || answer['Requires2FA'] === true)
        this.#options.onLogout?.('refused');
      return true;
    } catch (error) {
      if (!(error instanceof SalarRefusal)) return false;
      this.#options.onLogout?.('refused');
      return true;
    }
  }

  #subscribe(subscription: Subscription): void {
    const { name, payload, listeners } = subscription;
    const { sequence, answer } = this.#request(name, payload);
    subscription.sequence = sequence;
    const isCurrent = () => subscription.sequence === sequence;
    answer.then(
      (value) => {
        if (isCurrent()) for (const { snapshot } of listeners) snapshot(value);
      },
      (error: SalarError) => {
        if (!isCurrent() || error instanceof NoAnswer) return; // the next connection requests it again
        if (error instanceof TooManyRequests || error instanceof OutOfService)
          later(() => {
            if (isCurrent() && listeners.size > 0 && this.#state === 'open') this.#subscribe(subscription);
          });
        else for (const { failed } of listeners) failed?.(error);
      },
    );
  }

  #request(
    name: string,
    payload: object,
    { timeoutMs = this.#options.timeoutMs ?? timeoutMsUsual, waits = false } = {},
  ): { readonly sequence: number; readonly answer: Promise<WireValue> } {
    this.#sequence += 2;
    const frame = { m: frameKinds.request, i: this.#sequence, n: name, o: JSON.stringify(payload) };
    const begin = (request: SocketRequest): void => {
      this.#requests.set(frame.i, request);
      if (this.#isEnded) request.fail(closed());
      if (!waits || this.#state === 'open') this.#send(request);
    };
    const answer = awaitAnswer(frame, timeoutMs, begin, () => this.#requests.delete(frame.i));
    return { sequence: frame.i, answer };
  }

  #send(request: SocketRequest): void {
    request.isSent = true;
    this.#socket.send(JSON.stringify(request.frame));
  }

  #onMessage(text: string): void {
    this.#lastMessageAt = Date.now();
    const frame = JSON.parse(text) as Frame;
    if (frame.m !== frameKinds.event) {
      this.#requests.get(frame.i)?.settle(frame);
      return;
    }
    if (frame.n === 'LogoutEvent') {
      this.#options.onLogout?.('ended');
      return;
    }
    const payload = parseLossless(frame.o);
    for (const { sequence, listeners } of this.#subscriptions.values())
      if (sequence === frame.i) for (const { event } of listeners) event(frame.n, payload);
  }

  /** A connection can be dead without any event. */
  #checkLife(): void {
    if (Date.now() - this.#lastMessageAt < silenceMs) return;
    const turn = this.#turn;
    this.#lastMessageAt = Date.now();
    this.#request('Ping', {}, { timeoutMs: pingTimeoutMs }).answer.catch((error: unknown) => {
      if (turn === this.#turn && error instanceof NoAnswer) this.#socket.reconnect();
    });
  }

  #changeState(state: LiveState): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#options.onState?.(state);
  }
}

function closed(): NoAnswer {
  return new NoAnswer('The socket is closed', { wasSent: false });
}

function later(work: () => void): void {
  setTimeout(work, between(retryMs, 2 * retryMs));
}

function between(min: number, max: number): number {
  return min + Math.random() * (max - min);
}

/** A subscription without listeners need not be unsubscribed either. */
function ignored(): void {}
