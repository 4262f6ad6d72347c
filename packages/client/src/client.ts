/**
 * The client of one exchange: every call by its name, typed, and live streams over one socket.
 *
 * @example
 * const salar = createClient({ url: 'https://exchange.example', credentials: { apiKey, secret } });
 * const instruments = await salar.call.GetInstruments();
 */
import type { CallOptions } from './call-options.ts';
import { callsOver } from './calls-over.ts';
import type { CallName } from './calls-over.ts';
import { callerOf } from './credentials.ts';
import type { Credentials } from './credentials.ts';
import { callFacts } from './generated/calls.ts';
import type { Calls } from './generated/calls.ts';
import { HttpCalls } from './http-calls.ts';
import { LiveSocket } from './live-socket.ts';
import type { LiveState, WebSocketClass } from './live-socket.ts';
import { LiveStreams } from './live-streams.ts';

export type ClientOptions = {
  /** Of the exchange, such as `https://exchange.example`. */
  readonly url: string;
  /** Without them only public calls are answered. */
  readonly credentials?: Credentials | undefined;
  readonly fetch?: typeof fetch | undefined;
  /** For live streams. The browser's without it; Node 20 has none: give it that of the package `ws`. */
  readonly WebSocket?: WebSocketClass | undefined;
  /** So long a request waits for its answer; 15 s without it. */
  readonly timeoutMs?: number | undefined;
  readonly onState?: ((state: LiveState) => void) | undefined;
};

export type Client = {
  /** Over HTTP. */
  readonly call: Calls;
  /** Over the socket, which is opened when it is first used. */
  readonly live: LiveStreams;
  /** Closes the socket, if there is one. */
  readonly close: () => void;
};

/** What a call takes and what it answers. */
export type CallInput<Name extends CallName> = NonNullable<Parameters<Calls[Name]>[0]>;
export type CallOutput<Name extends CallName> = Awaited<ReturnType<Calls[Name]>>;

export function createClient(options: ClientOptions): Client {
  const { url, credentials } = options;
  const anybody = new HttpCalls({ ...options, caller: callerOf(undefined, neverAsked) });
  const caller = callerOf(credentials, (name, payload) => anybody.call(name, payload, { mayRepeat: false }));
  const http = new HttpCalls({ ...options, caller });
  const live = new LiveStreams(() => {
    const socket: LiveSocket = new LiveSocket({
      url: socketUrlOf(url),
      WebSocket: options.WebSocket,
      timeoutMs: options.timeoutMs,
      onState: options.onState,
      signIn: () => caller.signIn(),
      // A refused sign-in would be refused again: the streams that need one tell their listeners.
      onLogout: (reason) => {
        if (reason === 'ended' && caller.renew()) socket.signInAgain();
      },
    });
    return socket;
  });
  return {
    call: callsOver((name, payload, callOptions) =>
      http.call(name, payload, { ...callOptions, mayRepeat: mayRepeat(name, payload, callOptions) }),
    ),
    live,
    close: () => live.close(),
  };
}

/** Asking twice is asking once: it changes nothing, or the exchange knows it by a key of the caller's. */
function mayRepeat(name: CallName, payload: object, { idempotencyKey }: CallOptions): boolean {
  const { ClientOrderId: orderKey, ClientRequestId: requestKey } = payload as Record<string, unknown>;
  const isKeyed = Boolean(idempotencyKey ?? requestKey ?? (name === 'SendOrder' && orderKey));
  return isKeyed || callFacts[name].isRead;
}

function socketUrlOf(url: string): string {
  return `${url.replace(/^http/, 'ws').replace(/\/$/, '')}/WSGateway`;
}

function neverAsked(): never {
  throw new Error('Nobody signs in');
}
