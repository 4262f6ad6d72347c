/** A client of Salar's API for programs and browsers. */
export * from './errors.ts';
export { LiveSocket } from './live-socket.ts';
export type {
  KeySignIn,
  Listener,
  LiveSocketOptions,
  LiveState,
  SignIn,
  SubscribeName,
  WebSocketClass,
} from './live-socket.ts';
export type { WireValue } from './lossless-json.ts';
