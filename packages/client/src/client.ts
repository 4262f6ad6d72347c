/**
 * The client of one exchange: every call by its name, typed, and live streams over one socket.
 *
 * @example const salar = createClient({ url: 'https://exchange.example', credentials: { apiKey, secret } }); const
 * instruments = await salar.call.GetInstruments();
 */
import { callsOver } from './calls-over.ts';
import type { CallName } from './calls-over.ts';
import { createCaller } from './credentials.ts';
import type { Credentials } from './credentials.ts';
import { callFacts } from './generated/calls.ts';
import type { Calls } from './generated/calls.ts';
import { HttpCalls } from './http-calls.ts';
import { LiveSocket } from './live-socket.ts';
import type { LiveState, WebSocketClass } from './live-socket-options.ts';
import { LiveStreams } from './live-streams.ts';

export type ClientOptions = {
  /** The address of the exchange, such as `https://exchange.example`. */
  readonly url: string;
  /** Without credentials only public calls work. */
  readonly credentials?: Credentials | undefined;
  readonly fetch?: typeof fetch | undefined;
  /** For live streams. Defaults to the browser's; Node 20 has none: pass that of the package `ws`. */
  readonly WebSocket?: WebSocketClass | undefined;
  /** How long a request waits for its answer; 15 s by default. */
  readonly timeoutMs?: number | undefined;
  readonly onState?: ((state: LiveState) => void) | undefined;
};

export type Client = {
  /** Calls over HTTP. */
  readonly call: Calls;
  /** Streams and calls over the socket, which is opened when it is first used. */
  readonly live: LiveStreams;
  /** Closes the socket, if there is one. */
  readonly close: () => void;
};

/** Input and answer of a call. */
export type CallInput<Name extends CallName> = NonNullable<Parameters<Calls[Name]>[0]>;
export type CallOutput<Name extends CallName> = Awaited<ReturnType<Calls[Name]>>;

export function createClient(options: ClientOptions): Client {
  const { url, credentials } = options;
  const anybody = new HttpCalls({ ...options, caller: createCaller(undefined, unreachable) });
  const caller = createCaller(credentials, (name, payload) =>
    anybody.call(name, payload, { mayRepeat: false }),
  );
  const http = new HttpCalls({ ...options, caller });
  const live = new LiveStreams(() => {
    const socket: LiveSocket = new LiveSocket({
      url: toSocketUrl(url),
      WebSocket: options.WebSocket,
      timeoutMs: options.timeoutMs,
      onState: options.onState,
      signIn: () => caller.signIn(),
      // A refused sign-in would be refused again: the streams that need one notify their listeners.
      onLogout: (reason) => {
        if (reason === 'ended' && caller.renew()) socket.signInAgain();
      },
    });
    return socket;
  });
  return {
    call: callsOver((name, payload, callOptions) => {
      const { isRead, takesKey = false } = callFacts[name];
      const needsKey = takesKey && !isKnownAgain(name, payload);
      const { idempotencyKey = needsKey ? crypto.randomUUID() : undefined } = callOptions;
      // Repeating is safe: the call changes nothing, or the exchange recognises it.
      return http.call(name, payload, { ...callOptions, idempotencyKey, mayRepeat: isRead || takesKey });
    }),
    live,
    close: () => live.close(),
  };
}

/** A field of the request has the same effect as a key, and costs less. */
function isKnownAgain(name: CallName, payload: object): boolean {
  const { ClientOrderId: ofOrder, ClientRequestId: ofTicket } = payload as Record<string, unknown>;
  return Boolean(ofTicket) || (name === 'SendOrder' && Boolean(ofOrder));
}

function toSocketUrl(url: string): string {
  return `${url.replace(/^http/, 'ws').replace(/\/$/, '')}/WSGateway`;
}

function unreachable(): never {
  throw new Error('No sign-in without credentials');
}
