/** A client of Salar's API for programs and browsers. */
export type { CallOptions } from './call-options.ts';
export { createClient } from './client.ts';
export type { CallName } from './calls-over.ts';
export type { CallInput, CallOutput, Client, ClientOptions } from './client.ts';
export type { Credentials, Key } from './credentials.ts';
export { compareDecimals } from './decimal.ts';
export type { Decimal } from './decimal.ts';
export * from './errors.ts';
export type * from './generated/calls.ts';
export { LiveSocket } from './live-socket.ts';
export type {
  KeySignIn,
  Listener,
  LiveSocketOptions,
  LiveState,
  SignIn,
  SubscribeName,
  WebSocketClass,
} from './live-socket-options.ts';
export type { AccountListeners, Failed, InstrumentName, LiveStreams, Stop } from './live-streams.ts';
export type { WireValue } from './lossless-json.ts';
export { OrderBook } from './order-book.ts';
export type { BookLevel } from './book-levels.ts';
