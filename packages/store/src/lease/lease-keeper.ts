/**
 * Renews the writer's lease over a connection of its own, and reports when it can no longer be relied on.
 *
 * The term counts from before each renewal was sent, by a monotonic clock. So this process stops trusting its lease
 * before any other may take it, even when the process was suspended or the network is down.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { asQueryable } from '../database.ts';
import type { Database } from '../database.ts';
import { within } from '../within.ts';
import { releaseLease, renewLease } from './lease.ts';

export type LeaseKeeperOptions = {
  readonly database: Database;
  readonly epoch: number;
  readonly termMs: number;
  readonly log: (line: string) => void;
};

const renewalsPerTerm = 6;

export class LeaseKeeper {
  /** Resolves when another process has the lease. */
  readonly lost: Promise<void>;
  readonly #options: LeaseKeeperOptions;
  readonly #stopping = new AbortController();
  readonly #running: Promise<void>;
  #client: Promise<pg.Client> | null = null;
  /** By `performance.now()`. */
  #heldUntil: number;
  #isLost = false;
  #resolveLost: () => void = () => undefined;

  /** Keeps a lease that was taken already. */
  constructor(options: LeaseKeeperOptions) {
    this.#options = options;
    this.lost = new Promise((resolve) => {
      this.#resolveLost = resolve;
    });
    this.#heldUntil = performance.now() + options.termMs;
    this.#running = this.#run();
  }

  /** Returns false as soon as another process may hold the lease. It may become true again when none took it. */
  isHeld(): boolean {
    return performance.now() < this.#heldUntil;
  }

  /** Stops the renewals and leaves the lease to another keeper of the same holder. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
    this.#disconnect();
  }

  /** Stops the renewals and releases the lease, so that a standby need not wait for the term. */
  async close(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
    this.#heldUntil = -Infinity;
    if (!this.#isLost) await this.#try('given back', (on, epoch) => releaseLease(on, epoch));
    this.#disconnect();
  }

  async #run(): Promise<void> {
    const { termMs } = this.#options;
    const { signal } = this.#stopping;
    while (!signal.aborted && !this.#isLost) {
      await this.#renew(); // at once: other work may have come between taking the lease and keeping it
      await delay(termMs / renewalsPerTerm, undefined, { signal }).catch(() => undefined);
    }
  }

  async #renew(): Promise<void> {
    const { termMs } = this.#options;
    const sentAt = performance.now();
    const isOurs = await this.#try('renewed', (on, epoch) => renewLease(on, epoch));
    if (isOurs === true) this.#heldUntil = sentAt + termMs;
    if (isOurs !== false) return;
    this.#isLost = true;
    this.#heldUntil = -Infinity;
    this.#resolveLost();
  }

  /** @returns undefined when the database did not answer */
  async #try<T>(
    what: string,
    work: (on: ReturnType<typeof asQueryable>, epoch: number) => Promise<T>,
  ): Promise<T | undefined> {
    const { epoch, termMs, log } = this.#options;
    try {
      this.#client ??= this.#connect();
      return await within(
        termMs,
        this.#client.then((client) => work(asQueryable(client), epoch)),
      );
    } catch (error) {
      log(`the writer's lease could not be ${what}: ${String(error)}`);
      this.#disconnect();
      return undefined;
    }
  }

  async #connect(): Promise<pg.Client> {
    const { database, termMs } = this.#options;
    const client = await database.connect();
    // A renewal that waits for the synchronous replica keeps its row locked, and the server does not notice those that gave up.
    await client.query(`SELECT set_config('lock_timeout', $1, false)`, [`${termMs}ms`]);
    return client;
  }

  #disconnect(): void {
    const client = this.#client;
    this.#client = null;
    // Not awaited: a connection whose other end is gone may take minutes to report it.
    client?.then((one) => one.end()).catch(() => undefined);
  }
}
