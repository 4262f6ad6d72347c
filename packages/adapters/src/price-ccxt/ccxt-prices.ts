/** Reference prices from other exchanges, requested by a process of its own. */
import type { ChildProcess } from 'node:child_process';
import type { Log } from '@salar/services/ports/log';
import type { PriceSources, SourcedPrice } from '@salar/services/ports/reference-prices';
import type { FeedSettings, FromFeed } from './feed-messages.ts';
import { FeedReader } from './feed-reader.ts';
import { launchFeed } from './feed-process.ts';
import type { FeedProcess } from './feed-process.ts';
import { PriceAggregator } from './price-board.ts';
import type { AgreementRules } from './price-board.ts';
import { endFirst, readMemoryBytes } from '../processes/process-memory.ts';

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
  /** A process that uses more is replaced. */
  readonly memoryMaxBytes?: number;
};

const defaults = { everyMs: 5_000, timeoutMs: 10_000, failuresMax: 3, pauseMs: 60_000 } as const;
const silenceMaxDefaultMs = 60_000;
const memoryMaxDefaultBytes = 1024 ** 3;
const memoryIntervalMs = 1_000;
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
  #memoryCheck: NodeJS.Timeout | undefined;
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
    clearInterval(this.#memoryCheck);
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
    let launched: FeedProcess;
    try {
      launched = launchFeed(entry, log);
    } catch (error) {
      return this.#launchLater({ err: error }); // such as out of memory: the exchange continues without prices
    }
    const { child, input, output } = launched;
    const ended = (fields: LogFields) => {
      if (this.#child !== child) return;
      this.#child = null;
      clearTimeout(this.#watchdog);
      clearInterval(this.#memoryCheck);
      if (Date.now() - startedAt > goodLifeMs) this.#restartMs = restartFirstMs;
      if (!this.#isStopped) this.#launchLater(fields);
    };
    this.#child = child;
    child.once('exit', (code, signal) => ended({ code, signal }));
    child.on('error', (error) => {
      log.warn({ err: error }, 'the price feed process reported an error');
      if (child.pid === undefined) ended({}); // it never started, so it has no exit event
    });
    if (child.pid === undefined) return;
    const { pairs } = this.#board;
    const feed: FeedSettings = { ...defaults, ...settings, sources, pairs };
    const reader = new FeedReader({
      stream: output,
      sources,
      pairs,
      onMessage: (message) => this.#child === child && this.#receive(message),
      onWrong: (problem) => this.#replace(child, { problem }),
    });
    for (const pipe of [input, output]) pipe.on('error', () => undefined); // the process has ended, which is handled there
    reader.start();
    input.write(`${JSON.stringify(feed)}\n`);
    this.#watch(Math.max(startMaxMs, this.#silenceMaxMs));
    this.#watchMemory(child, child.pid);
  }

  #watchMemory(child: ChildProcess, pid: number): void {
    const { memoryMaxBytes = memoryMaxDefaultBytes } = this.#options;
    endFirst(pid);
    clearInterval(this.#memoryCheck);
    this.#memoryCheck = setInterval(() => {
      const bytes = readMemoryBytes(pid);
      if (bytes !== null && bytes > memoryMaxBytes)
        this.#replace(child, { problem: `it uses ${Math.round(bytes / 1024 ** 2)} MiB` });
    }, memoryIntervalMs);
  }

  /** Ends a process that does what ours does not do. */
  #replace(child: ChildProcess, details: LogFields): void {
    this.#options.log.error(details, 'ALERT: the price feed process misbehaves and is replaced');
    child.kill('SIGKILL');
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
