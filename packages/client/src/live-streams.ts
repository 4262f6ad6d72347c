/** Typed streams over the socket. Each begins with the current state and continues after an interruption. */
import { callsOver } from './calls-over.ts';
import type { SalarError } from './errors.ts';
import { callFacts, eventReadings } from './generated/calls.ts';
import type { Calls, Level1, Level2Row, PublicTradeRow, SocketEvents, TickerRow } from './generated/calls.ts';
import type { LiveSocket } from './live-socket.ts';
import type { WireValue } from './lossless-json.ts';
import { OrderBook } from './order-book.ts';
import { readAs } from './reading.ts';

/** By number or by symbol: `1` or `'BTCUSDT'`. */
export type InstrumentName = number | string;
/** Ends a stream. */
export type Stop = () => void;
/** Receives the reason why a stream was refused. */
export type Failed = (error: SalarError) => void;

/** Listeners for events of an account; events without a listener are skipped. */
export type AccountListeners = {
  readonly [Name in keyof SocketEvents]?: ((payload: SocketEvents[Name]) => void) | undefined;
} & {
  /** Called when events start to arrive. After an interruption, request what happened meanwhile. */
  readonly subscribed?: (() => void) | undefined;
};

/** How many missed rows are fetched after a reconnect. */
const missedMax = 100;

type MarketStream = 'SubscribeLevel1' | 'SubscribeLevel2' | 'SubscribeTrades' | 'SubscribeTicker';

export class LiveStreams {
  /** Every call, made over the socket. */
  readonly call: Calls;
  readonly #openSocket: () => LiveSocket;
  #opened: LiveSocket | null = null;

  /** @param openSocket  called once, when the socket is first needed */
  constructor(openSocket: () => LiveSocket) {
    this.#openSocket = openSocket;
    this.call = callsOver((name, payload, { timeoutMs }) =>
      this.#socket.call(name, payload, timeoutMs === undefined ? {} : { timeoutMs }),
    );
  }

  /** Streams best prices and daily figures of an instrument, complete each time. */
  level1(instrument: InstrumentName, onEvent: (level1: Level1) => void, failed?: Failed): Stop {
    return this.#listen<Level1>('SubscribeLevel1', named(instrument), { onEvent }, failed);
  }

  /** Streams the best `depth` levels of each side. The listener always receives the same book, kept up to date. */
  level2(
    instrument: InstrumentName,
    { depth = 20 }: { readonly depth?: number },
    onEvent: (book: OrderBook) => void,
    failed?: Failed,
  ): Stop {
    const book = new OrderBook();
    const listeners = {
      snapshot: (rows: readonly Level2Row[]) => {
        book.reset(rows);
        onEvent(book);
      },
      onEvent: (rows: readonly Level2Row[]) => {
        book.apply(rows);
        onEvent(book);
      },
    };
    return this.#listen('SubscribeLevel2', { ...named(instrument), Depth: depth }, listeners, failed);
  }

  /**
   * Streams trades, oldest first, each once: the last `count` first, and after an interruption those that were
   * missed, up to 100.
   */
  trades(
    instrument: InstrumentName,
    { count = 0 }: { readonly count?: number },
    onEvent: (trades: readonly PublicTradeRow[]) => void,
    failed?: Failed,
  ): Stop {
    return this.#listenToNew<PublicTradeRow>(
      'SubscribeTrades',
      { ...named(instrument), count },
      { onEvent, numberOf: ({ TradeId }) => TradeId },
      failed,
    );
  }

  /** Streams closed candles of `interval` seconds, oldest first, each once. */
  ticker(
    instrument: InstrumentName,
    { interval, count = 0 }: { readonly interval: number; readonly count?: number },
    onEvent: (candles: readonly TickerRow[]) => void,
    failed?: Failed,
  ): Stop {
    return this.#listenToNew<TickerRow>(
      'SubscribeTicker',
      { ...named(instrument), Interval: interval, count },
      { onEvent, numberOf: ({ EndDateTime }) => EndDateTime },
      failed,
    );
  }

  /** Streams all events of the caller's account: orders, trades, positions, tickets. */
  accountEvents(listeners: AccountListeners, failed: Failed = thrown): Stop {
    return this.#socket.subscribe(
      'SubscribeAccountEvents',
      { OMSId: 1 },
      {
        snapshot: () => listeners.subscribed?.(),
        event: (name, payload) => {
          const event = name as keyof SocketEvents;
          const listener = listeners[event] as ((payload: unknown) => void) | undefined;
          listener?.(readAs(eventReadings[event], payload));
        },
        failed,
      },
    );
  }

  close(): void {
    this.#opened?.close();
  }

  get #socket(): LiveSocket {
    this.#opened ??= this.#openSocket();
    return this.#opened;
  }

  /** For streams whose snapshots are delivered like events. */
  #listen<T>(
    name: MarketStream,
    payload: object,
    { onEvent, snapshot = onEvent }: { onEvent: (value: T) => void; snapshot?: (value: T) => void },
    failed: Failed = thrown,
  ): Stop {
    const read = (value: WireValue) => readAs(callFacts[name].reading, value) as T;
    return this.#socket.subscribe(
      name,
      { OMSId: 1, ...payload },
      {
        snapshot: (value) => snapshot(read(value)),
        event: (_name, value) => onEvent(read(value)),
        failed,
      },
    );
  }

  /** For rows with ascending numbers. Requests enough of them to include those missed during an interruption. */
  #listenToNew<Row>(
    name: MarketStream,
    { count, ...payload }: { readonly count: number; readonly [field: string]: string | number },
    { onEvent, numberOf }: { onEvent: (rows: readonly Row[]) => void; numberOf: (row: Row) => number },
    failed?: Failed,
  ): Stop {
    let last: number | null = null;
    const deliver = (rows: readonly Row[]): void => {
      last = Math.max(last ?? 0, ...rows.map(numberOf));
      if (rows.length > 0) onEvent(rows);
    };
    const listeners = {
      snapshot: (rows: readonly Row[]) => {
        const before = last;
        deliver(
          before === null
            ? rows.slice(Math.max(0, rows.length - count))
            : rows.filter((row) => numberOf(row) > before),
        );
      },
      onEvent: deliver,
    };
    const requested = { ...payload, IncludeLastCount: Math.max(count, missedMax) };
    return this.#listen<readonly Row[]>(name, requested, listeners, failed);
  }
}

function named(instrument: InstrumentName): { readonly [field: string]: string | number } {
  return typeof instrument === 'number' ? { InstrumentId: instrument } : { Symbol: instrument };
}

/** A refusal that nothing handles is a mistake. */
function thrown(error: SalarError): never {
  throw error;
}
