/** The options and callbacks of a lasting connection. */
import type { SalarError } from './errors.ts';
import type { WireValue } from './lossless-json.ts';

/** `open`: calls are answered. `connecting`: they will be. `closed`: by `close` or `pause`. */
export type LiveState = 'connecting' | 'open' | 'closed';

/** How a socket authenticates. */
export type SignIn =
  { readonly SessionToken: string } | { readonly UserName: string; readonly Password: string } | KeySignIn;
/** Signed with an API key. */
export type KeySignIn = { readonly APIKey: string; readonly [field: string]: string | number };

/** The browser's WebSocket, or that of the package `ws`. */
export type WebSocketClass = new (url: string) => object;

export type LiveSocketOptions = {
  /** The socket's address, such as `wss://exchange.example/WSGateway`. */
  readonly url: string;
  /** Defaults to the browser's. Node 20 has none: pass that of `ws`. */
  readonly WebSocket?: WebSocketClass | undefined;
  /** Called at each connection; null stays anonymous. */
  readonly signIn?: (() => SignIn | null | Promise<SignIn | null>) | undefined;
  readonly onState?: ((state: LiveState) => void) | undefined;
  /** The session ended, or the sign-in was refused: from now on the socket is anonymous. */
  readonly onLogout?: ((reason: 'ended' | 'refused') => void) | undefined;
  /** How long a call waits for its answer; 15 s by default. */
  readonly timeoutMs?: number | undefined;
};

export type SubscribeName = `Subscribe${string}`;

/** Callbacks of a subscription. */
export type Listener = {
  /** Receives the current state: at the start, after each interruption, and when another listener joins. */
  readonly snapshot: (value: WireValue) => void;
  readonly event: (name: string, payload: WireValue) => void;
  /** Called when the subscription was refused. It is requested again at the next connection or sign-in. */
  readonly failed?: ((error: SalarError) => void) | undefined;
};
