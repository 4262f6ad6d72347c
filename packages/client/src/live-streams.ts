/** What the socket tells, typed. Each stream begins with the state of now and goes on after an interruption. */
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
/** Hears why a stream was refused. */
export type Failed = (error: SalarError) => void;

/** What is told about an account; those without a listener are passed over. */
export type AccountListeners = {
  readonly [Name in keyof SocketEvents]?: ((payload: SocketEvents[Name]) => void) | undefined;
} & {
  /** From now on everything is told. After an interruption, what happened meanwhile has to be asked for. */
  readonly subscribed?: (() => void) | undefined;
};

/** So many rows of an interruption are made up for. */
const missedMax = 100;

type MarketStream = 'SubscribeLevel1' | 'SubscribeLevel2' | 'SubscribeTrades' | 'SubscribeTicker';

export class LiveStreams {
  /** Every call, made on the socket. */
  readonly call: Calls;
  readonly #openSocket: () => LiveSocket;
  #opened: LiveSocket | null = null;

  /** @param openSocket  asked once, when the socket is first needed */
  constructor(openSocket: () => LiveSocket) {
    this.#openSocket = openSocket;
    this.call = callsOver((name, payload, { timeoutMs }) =>
      this.#socket.call(name, payload, timeoutMs === undefined ? {} : { timeoutMs }),
    );
  }

  /** Best prices and figures of an instrument, whole each time. */
  level1(instrument: InstrumentName, heard: (level1: Level1) => void, failed?: Failed): Stop {
    return this.#listen<Level1>('SubscribeLevel1', named(instrument), { heard }, failed);
  }

  /** The best `depth` levels of each side. The book that is heard is always the same one, kept up to date. */
  level2(
    instrument: InstrumentName,
    { depth = 20 }: { readonly depth?: number },
    heard: (book: OrderBook) => void,
    failed?: Failed,
  ): Stop {
    const book = new OrderBook();
    const listeners = {
      snapshot: (rows: readonly Level2Row[]) => {
        book.reset(rows);
        heard(book);
      },
      heard: (rows: readonly Level2Row[]) => {
        book.apply(rows);
        heard(book);
      },
    };
    return this.#listen('SubscribeLevel2', { ...named(instrument), Depth: depth }, listeners, failed);
  }

  /** Trades, oldest first, each once: the last `count` first, and after an interruption those that were missed, up to 100. */
  trades(
    instrument: InstrumentName,
    { count = 0 }: { readonly count?: number },
    heard: (trades: readonly PublicTradeRow[]) => void,
    failed?: Failed,
  ): Stop {
    return this.#listenToNew<PublicTradeRow>(
      'SubscribeTrades',
      { ...named(instrument), count },
      { heard, numberOf: ({ TradeId }) => TradeId },
      failed,
    );
  }

  /** Closed candles of `interval` seconds, oldest first, each once. */
  ticker(
    instrument: InstrumentName,
    { interval, count = 0 }: { readonly interval: number; readonly count?: number },
    heard: (candles: readonly TickerRow[]) => void,
    failed?: Failed,
  ): Stop {
    return this.#listenToNew<TickerRow>(
      'SubscribeTicker',
      { ...named(instrument), Interval: interval, count },
      { heard, numberOf: ({ EndDateTime }) => EndDateTime },
      failed,
    );
  }

  /** Everything that happens in the caller's account: orders, trades, positions, tickets. */
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

  /** Snapshots are heard like events where a stream makes no difference between them. */
  #listen<T>(
    name: MarketStream,
    payload: object,
    { heard, snapshot = heard }: { heard: (value: T) => void; snapshot?: (value: T) => void },
    failed: Failed = thrown,
  ): Stop {
    const read = (value: WireValue) => readAs(callFacts[name].reading, value) as T;
    return this.#socket.subscribe(
      name,
      { OMSId: 1, ...payload },
      {
        snapshot: (value) => snapshot(read(value)),
        event: (_name, value) => heard(read(value)),
        failed,
      },
    );
  }

  /** Rows with growing numbers. Enough of them are asked for to find those that an interruption kept from us. */
  #listenToNew<Row>(
    name: MarketStream,
    { count, ...payload }: { readonly count: number; readonly [field: string]: string | number },
    { heard, numberOf }: { heard: (rows: readonly Row[]) => void; numberOf: (row: Row) => number },
    failed?: Failed,
  ): Stop {
    let last: number | null = null;
    const tell = (rows: readonly Row[]): void => {
      last = Math.max(last ?? 0, ...rows.map(numberOf));
      if (rows.length > 0) heard(rows);
    };
    const listeners = {
      snapshot: (rows: readonly Row[]) => {
        const before = last;
        tell(
          before === null ? rows.slice(rows.length - count) : rows.filter((row) => numberOf(row) > before),
        );
      },
      heard: tell,
    };
    const asked = { ...payload, IncludeLastCount: Math.max(count, missedMax) };
    return this.#listen<readonly Row[]>(name, asked, listeners, failed);
  }
}

function named(instrument: InstrumentName): { readonly [field: string]: string | number } {
  return typeof instrument === 'number' ? { InstrumentId: instrument } : { Symbol: instrument };
}

/** A stream that nobody would miss is a mistake. */
function thrown(error: SalarError): never {
  throw error;
}
