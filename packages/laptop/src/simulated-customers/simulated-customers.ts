/**
 * The simulated customers: their accounts and funds are managed here, their trading runs in a thread that only has
 * the exchange's address.
 *
 * Local profile only. No part of the exchange waits for them, and they end with it.
 */
import { Worker } from 'node:worker_threads';
import { Loop } from '@salar/services/background/loop';
import type { EnginePort } from '@salar/services/ports/engine-port';
import type { Log } from '@salar/services/ports/log';
import type { RegistrationService } from '@salar/services/sign-in/registration-service';
import type { Database } from '@salar/store';
import type { SeedProducts } from '../seeds/seed-products.ts';
import { seedSimulatedCustomers, simulatedFunds, simulatedLogins, simulatedNames } from './accounts.ts';
import type { SimulatedLogin } from './accounts.ts';

export type SimulatedWorkerData = {
  readonly url: string;
  readonly seed: number;
  readonly ordersPerMinute: number;
  readonly logins: readonly SimulatedLogin[];
  readonly funds: Readonly<Record<string, string>>;
};
export type SimulatedWorkerMessage =
  | { readonly kind: 'order' }
  | { readonly kind: 'warning'; readonly message: string; readonly reason: string };

/** For `/local`: their activity in the last five minutes, or since the start. */
export type SimulatedStatus = {
  readonly names: readonly string[];
  /** Start of that period, in milliseconds. */
  readonly since: number;
  /** In all markets together. */
  readonly orders: number;
};

const hourMs = 3_600_000;
const statusMs = 300_000;
/** A thread that has not ended by then is terminated. */
const stopMs = 500;
const restartMs = 30_000;

type SimulatedCustomersOptions = {
  readonly database: Database;
  readonly products: SeedProducts;
  readonly sequencer: EnginePort;
  readonly registration: Pick<RegistrationService, 'register'>;
  readonly log: Log;
  /** The exchange's address. */
  readonly url: string;
  /** In each market. */
  readonly ordersPerMinute: number;
  /** 32 bytes unique to this installation. */
  readonly key: Uint8Array;
  /** The bundled `simulated-customers.js`. */
  readonly workerUrl: URL;
};

export class SimulatedCustomers {
  readonly #options: SimulatedCustomersOptions;
  /** Logins of those who have an account of their own. */
  #logins: readonly SimulatedLogin[] = [];
  readonly #funding: Loop;
  #worker: Worker | null = null;
  #restart: NodeJS.Timeout | null = null;
  #isStopped = false;
  #startedAt = 0;
  /** Times of the orders in the last five minutes. */
  #orders: number[] = [];

  constructor(options: SimulatedCustomersOptions) {
    this.#options = options;
    const logins = simulatedLogins(options.key);
    this.#funding = new Loop({
      name: 'money of simulated customers',
      intervalMs: hourMs,
      log: options.log,
      work: async () => {
        this.#logins = await seedSimulatedCustomers({ ...options, logins }, Date.now());
        const left = logins.length - this.#logins.length;
        if (left > 0)
          options.log.warn({ left }, 'simulated customers do not trade whose name another customer has');
        if (this.#worker === null && this.#restart === null) this.#startWorker();
      },
    });
  }

  /** Returns at once; accounts, funds and trading follow. */
  start(): void {
    this.#startedAt = Date.now();
    this.#funding.start();
  }

  get status(): SimulatedStatus {
    const now = Date.now();
    this.#orders = this.#orders.filter((at) => at > now - statusMs);
    return {
      names: simulatedNames,
      since: Math.max(now - statusMs, this.#startedAt),
      orders: this.#orders.length,
    };
  }

  /** Takes half a second at most. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    if (this.#restart !== null) clearTimeout(this.#restart);
    const worker = this.#worker;
    this.#worker = null;
    if (worker) {
      const hasEnded = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
      worker.postMessage('stop');
      const timer = setTimeout(() => void worker.terminate(), stopMs);
      await hasEnded;
      clearTimeout(timer);
    }
    await this.#funding.stop();
  }

  #startWorker(): void {
    if (this.#isStopped) return;
    const { log, url, products, ordersPerMinute, workerUrl } = this.#options;
    const seed = Date.now() >>> 0;
    const workerData: SimulatedWorkerData = {
      url,
      seed,
      ordersPerMinute,
      logins: this.#logins,
      funds: simulatedFunds(products),
    };
    const worker = new Worker(workerUrl, { workerData });
    worker.unref();
    this.#worker = worker;
    log.info({ seed, ordersPerMinute, customers: simulatedNames }, 'simulated customers trade');
    worker.on('message', (message: SimulatedWorkerMessage) => {
      if (message.kind === 'order') this.#orders.push(Date.now());
      else log.warn({ reason: message.reason }, message.message);
    });
    worker.on('error', (error) => log.warn({ error }, 'simulated customers failed'));
    worker.on('exit', (code) => {
      if (this.#worker !== worker) return;
      this.#worker = null;
      if (code === 0) return; // none of them could sign in, which was logged
      this.#restart = setTimeout(() => {
        this.#restart = null;
        this.#startWorker();
      }, restartMs);
      this.#restart.unref();
    });
  }
}
