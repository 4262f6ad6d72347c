/** The messages between the processes that measure a transport. */
import type { LatencySummary } from './latency.ts';

/** One HTTP request for each call, or one WebSocket for each customer. */
export type TransportName = 'http' | 'websocket';
/** A call on the clock that is sent later than this counts from the time at which it was due. */
export const lateMs = 1.5;

export type CallName = 'SendOrder' | 'CancelOrder';

export type Customer = { readonly accountId: number; readonly token: string };

/** Sent by a server that is listening. */
export type Ready = { readonly port: number; readonly customers: readonly Customer[] };

export type LoadJob = Ready & {
  readonly transport: TransportName;
  readonly inFlight: number;
  /** The number of events sent before the clock starts. */
  readonly warmUp: number;
  /** The number of measured events. */
  readonly measured: number;
  /** Sends this many events a second on a clock; without it, each response lets the next call go out. */
  readonly perSecond?: number;
  /** The result contains the time of each acknowledgement. */
  readonly keepAcknowledged?: true;
};

export type LoadResult = LatencySummary & {
  readonly tookMs: number;
  /** Counts all events, the warm-up included. */
  readonly ordersAccepted: number;
  /** Cancels of filled orders and other refusals, counted by response. */
  readonly refused: Readonly<Record<string, number>>;
  /** Processor time of the load generator, in microseconds per measured event. */
  readonly clientMicros: number;
  /** The measured orders and when each was acknowledged (`machineTime`), alternating. */
  readonly acknowledged?: readonly number[];
};

/** Sent to a server: `mark` when the clock starts, `finish` after the last response. */
export type ToServer = { readonly type: 'mark' } | { readonly type: 'finish'; readonly events: number };

export type ServerResult = {
  /** Processor time between mark and finish, in microseconds per event, of the main thread and of all threads. */
  readonly mainMicros: number;
  readonly processMicros: number;
  /** Time from the last response until history is complete. */
  readonly lagMs: number;
  /** Average number of commands in a commit. */
  readonly batchSize: number;
  /** Number of orders in history and on the books. */
  readonly orders: number;
  /** Differences found by `verifyBooks` or by the benchmark; empty when all is right. */
  readonly wrong: readonly string[];
};
