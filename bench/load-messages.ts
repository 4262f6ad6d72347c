/** What the processes that measure a door tell each other. */

/** A way into the exchange: a request of HTTP for each call, or a WebSocket for each customer. */
export type TransportName = 'http' | 'websocket';
export type CallName = 'SendOrder' | 'CancelOrder';

export type Customer = { readonly accountId: number; readonly token: string };

/** From a server that listens. */
export type Ready = { readonly port: number; readonly customers: readonly Customer[] };

export type LoadJob = Ready & {
  readonly door: TransportName;
  readonly inFlight: number;
  /** Events sent before the clock starts. */
  readonly warmUp: number;
  /** Events sent while it runs. */
  readonly measured: number;
};

export type LoadResult = {
  readonly tookMs: number;
  readonly p50: number;
  readonly p99: number;
  /** Of all events, the untimed ones included. */
  readonly ordersAccepted: number;
  /** Cancels that found the order filled, and anything else that was refused, by the answer's words. */
  readonly refused: Readonly<Record<string, number>>;
  /** Processor time of the load generator, microseconds for each measured event. */
  readonly clientMicros: number;
};

/** To a server: `mark` when the clock starts, `finish` when the last answer came. */
export type ToServer = { readonly type: 'mark' } | { readonly type: 'finish'; readonly events: number };

export type ServerResult = {
  /** Processor time between mark and finish, microseconds an event: of the main thread, and of all threads. */
  readonly mainMicros: number;
  readonly processMicros: number;
  /** Time after the last answer until history had everything. */
  readonly lagMs: number;
  /** Commands in one commit, on average. */
  readonly batchSize: number;
  /** Orders in history and on the books. */
  readonly orders: number;
  /** Differences that `verifyBooks` found, or that we saw; empty is good. */
  readonly wrong: readonly string[];
};
