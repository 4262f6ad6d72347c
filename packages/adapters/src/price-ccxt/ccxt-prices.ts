/** Reference prices from other exchanges, requested by a process of its own. */
import type { ChildProcess } from 'node:child_process';
import type { Log } from '@salar/services/ports/log';
import type { PriceSources, SourcedPrice } from '@salar/services/ports/reference-prices';
import type { FeedSettings, FromFeed } from './feed-messages.ts';
import { launchFeed } from './feed-process.ts';
import { PriceAggregator } from './price-board.ts';
import type { AgreementRules } from './price-board.ts';

export type CcxtPricesOptions = AgreementRules & {
  /** Path of the bundled process, whose program is `runFeed`. */
  readonly entry: string;
  /** Names of exchanges in ccxt's spelling. */
  readonly sources: readonly string[];
  /** Symbols of our products. */
  readonly products: readonly string[];
  readonly log: Log;
  readonly settings?: Partial<FeedSettings>;
  readonly now?: () => number;
  /** A process that is silent for this long hangs, and is replaced. */
  readonly silenceMaxMs?: number;
};

const defaults = { everyMs: 5_000, timeoutMs: 10_000, failuresMax: 3, pauseMs: 60_000 } as const;
const silenceMaxDefaultMs = 60_000;
/** Loading the library takes half a second, and much longer on a busy machine. */
const startMaxMs = 60_000;
const restartFirstMs = 500;
const restartMaxMs = 30_000;
/** A process that lived this long worked: its successor may start at once. */
const goodLifeMs = 60_000;

/** Fields of a log line. */
type LogFields = Readonly<Record<string, unknown>>;

export class CcxtPrices implements PriceSources {
  readonly #options: CcxtPricesOptions;
  readonly #board: PriceAggregator;
  readonly #silenceMaxMs: number;
  #child: ChildProcess | null = null;
  #watchdog: NodeJS.Timeout | undefined;
  #restart: NodeJS.Timeout | undefined;
  #restartMs = restartFirstMs;
  #isStopped = true;

  constructor(options: CcxtPricesOptions) {
    this.#options = options;
    this.#board = new PriceAggregator({ ...options, now: options.now ?? Date.now });
    this.#silenceMaxMs = options.silenceMaxMs ?? silenceMaxDefaultMs;
  }

  start(): void {
    if (!this.#isStopped) return;
    this.#isStopped = false;
    this.#launch();
  }

  /** Ends the process. Known prices stay, and expire. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#restart);
    clearTimeout(this.#watchdog);
    const child = this.#child;
    if (child?.pid === undefined) return;
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    child.kill('SIGKILL'); // it has no state
    await ended;
  }

  findPrice(symbol: string): SourcedPrice | null {
    return this.#board.findPrice(symbol);
  }

  isDisputed(symbol: string): boolean {
    return this.#board.isDisputed(symbol);
  }

  /** The process id; undefined while none runs. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  #launch(): void {
    const { entry, log, settings, sources } = this.#options;
    const startedAt = Date.now();
    let child: ChildProcess;
    try {
      child = launchFeed(entry);
    } catch (error) {
      return this.#launchLater({ err: error }); // such as out of memory: the exchange continues without prices
    }
    const ended = (fields: LogFields) => {
      if (this.#child !== child) return;
      this.#child = null;
      clearTimeout(this.#watchdog);
      if (Date.now() - startedAt > goodLifeMs) this.#restartMs = restartFirstMs;
      if (!this.#isStopped) this.#launchLater(fields);
    };
    this.#child = child;
    child.on('message', (message: FromFeed) => this.#receive(message));
    child.once('exit', (code, signal) => ended({ code, signal }));
    child.on('error', (error) => {
      log.warn({ err: error }, 'the price feed process reported an error');
      if (child.pid === undefined) ended({}); // it never started, so it has no exit event
    });
    if (child.pid === undefined) return;
    const feed: FeedSettings = { ...defaults, ...settings, sources, pairs: this.#board.pairs };
    child.send(feed);
    this.#watch(Math.max(startMaxMs, this.#silenceMaxMs));
  }

  #launchLater(fields: LogFields): void {
    this.#options.log.warn(fields, 'the price feed process ended and is restarted');
    this.#restart = setTimeout(() => this.#launch(), this.#restartMs);
    this.#restartMs = Math.min(this.#restartMs * 2, restartMaxMs);
  }

  #watch(silenceMaxMs: number): void {
    clearTimeout(this.#watchdog);
    this.#watchdog = setTimeout(() => {
      this.#options.log.warn({}, 'the price feed process is silent and is replaced');
      this.#child?.kill('SIGKILL');
    }, silenceMaxMs);
  }

  #receive(message: FromFeed): void {
    if (this.#isStopped) return;
    this.#watch(this.#silenceMaxMs);
    const { log } = this.#options;
    switch (message.type) {
      case 'alive':
        break;
      case 'quotes':
        for (const quote of message.quotes) this.#board.take(quote);
        break;
      case 'paused':
        log.warn(
          { source: message.source, reason: message.reason },
          'a price source is left alone for a while',
        );
        break;
      case 'resumed':
        log.info({ source: message.source }, 'a price source works again');
        break;
      case 'useless':
        log.error({ source: message.source, reason: message.reason }, 'a price source is unusable');
        break;
    }
  }
}
