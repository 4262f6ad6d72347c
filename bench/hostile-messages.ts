/** The messages between the benchmark of hostile connections and the process that opens them. */

export type ToHostile =
  | { readonly type: 'attack'; readonly port: number; readonly connections: number; readonly sockets: number }
  | { readonly type: 'count' };

/** The answer to both: to `attack` when each connection was opened once. */
export type HostileCount = {
  /** How many are open, of HTTP and of WebSockets. */
  readonly connections: number;
  readonly sockets: number;
  /** How often the exchange closed one or refused it. */
  readonly closed: number;
};
