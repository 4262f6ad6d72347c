/**
 * Hashes passwords in threads of their own, so that hashing blocks no other work, in a fair order (security rule P1, decision 0059).
 */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { assert } from '@salar/protocol';
import { toKeyRing } from '../crypto/key-ring.ts';
import type { KeyRing } from '../crypto/key-ring.ts';
import { FairQueue } from './fair-queue.ts';
import type { HashCaller } from './fair-queue.ts';
import { hashPassword, productionParameters, verifyPassword } from './password-hash.ts';
import type { HashParameters } from './password-hash.ts';

export type PasswordVerdict = { readonly isRight: boolean; readonly needsRehash: boolean };

export interface PasswordHasher {
  /**
   * Refuses early, before anything is looked up, when the queue has no place for such a caller.
   *
   * @throws PasswordQueueFull
   */
  checkPlace(caller: Pick<HashCaller, 'isKnownDevice'>): void;
  /** @throws PasswordQueueFull when too many wait, or this one waited for too long */
  hash(password: string, caller: HashCaller): Promise<string>;
  /** @throws PasswordQueueFull when too many wait, or this one waited for too long */
  verify(password: string, stored: string, caller: HashCaller): Promise<PasswordVerdict>;
  close(): Promise<void>;
}

/** Thrown when too many passwords wait for a hashing thread; nothing was checked, and callers may retry. */
export class PasswordQueueFull extends Error {
  override readonly name = 'PasswordQueueFull';
  readonly retryAfterMs: number;
  /** Too many wait for this account or from this network, while the queue has room for others. */
  readonly isCallersLimit: boolean;

  constructor(
    message: string,
    { retryAfterMs, isCallersLimit }: { readonly retryAfterMs: number; readonly isCallersLimit: boolean },
  ) {
    super(message);
    this.retryAfterMs = retryAfterMs;
    this.isCallersLimit = isCallersLimit;
  }
}

export type HashRequest =
  | { readonly kind: 'hash'; readonly password: string }
  | { readonly kind: 'verify'; readonly password: string; readonly stored: string };
export type HashReply = { readonly value: string | PasswordVerdict } | { readonly failure: string };
export type HashWorkerData = { readonly peppers: KeyRing; readonly parameters: HashParameters };

/** More threads hash no faster on small machines, and each needs the memory of one hash. */
const threadsMax = 4;
/** Clients give up after 15 seconds, and the sign-in is more than the hash. */
const waitMaxMs = 10_000;
const retryMs = { min: 1000, max: 60_000 } as const;
/** Those who were refused within this time, more or less, are expected to return. */
const refusalsMs = 60_000;
/** The duration of a hash until the first one was measured, and the weight of each new one in the average. */
const firstDurationMs = 100;
const durationWeight = 0.1;

type Job = {
  readonly caller: HashCaller;
  readonly request: HashRequest;
  readonly timer: NodeJS.Timeout;
  resolve(value: string | PasswordVerdict): void;
  reject(error: Error): void;
};
type Thread = { readonly worker: Worker; job: Job | null; startedAt: number };

type ThreadedPasswordHasherOptions = {
  readonly workerUrl: URL;
  /** The current one first. */
  readonly peppers: KeyRing;
  readonly parameters?: HashParameters;
  /** The number of threads; by default as many as the machine runs at once, at most four. */
  readonly threads?: number | null;
  /** How long one may wait before a thread is free. */
  readonly waitMaxMs?: number;
};

/** Hashes in worker threads; a thread that dies is replaced, and its caller gets an error. */
export class ThreadedPasswordHasher implements PasswordHasher {
  readonly #options: ThreadedPasswordHasherOptions;
  readonly #workerData: HashWorkerData;
  readonly #threadsMax: number;
  readonly #queue = new FairQueue<Job>();
  readonly #threads = new Set<Thread>();
  #durationMs = firstDurationMs;
  /** A count that decays with time. */
  #refusals = { count: 0, at: 0 };
  #isClosed = false;

  /** @param workerUrl  the bundled `password-worker.js` */
  constructor(options: ThreadedPasswordHasherOptions) {
    this.#options = options;
    for (const { key } of options.peppers) assert(key.length === 32, 'a password pepper has 256 bits');
    this.#workerData = { peppers: options.peppers, parameters: options.parameters ?? productionParameters };
    this.#threadsMax = options.threads ?? Math.min(threadsMax, availableParallelism());
  }

  checkPlace(caller: Pick<HashCaller, 'isKnownDevice'>): void {
    if (this.#queue.isFull(caller)) throw this.#createRefusal('too many passwords wait', caller, false);
  }

  async hash(password: string, caller: HashCaller): Promise<string> {
    return (await this.#enqueue({ kind: 'hash', password }, caller)) as string;
  }

  async verify(password: string, stored: string, caller: HashCaller): Promise<PasswordVerdict> {
    return (await this.#enqueue({ kind: 'verify', password, stored }, caller)) as PasswordVerdict;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const threads = [...this.#threads];
    this.#threads.clear();
    const error = new Error('the password hasher is closed');
    const running = threads.flatMap(({ job }) => (job ? [job] : []));
    for (const job of [...running, ...this.#queue.drain()]) {
      clearTimeout(job.timer);
      job.reject(error);
    }
    await Promise.all(threads.map(({ worker }) => worker.terminate()));
  }

  #enqueue(request: HashRequest, caller: HashCaller): Promise<string | PasswordVerdict> {
    if (this.#isClosed) return Promise.reject(new Error('the password hasher is closed'));
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#giveUp(job), this.#options.waitMaxMs ?? waitMaxMs).unref();
      const job: Job = { caller, request, timer, resolve, reject };
      if (this.#queue.add(job)) this.#startNext();
      else this.#refuse(job, 'too many passwords wait', !this.#queue.isFull(caller));
    });
  }

  #giveUp(job: Job): void {
    this.#queue.remove(job);
    this.#refuse(job, 'the password waited for too long', false);
  }

  #refuse(job: Job, message: string, isCallersLimit: boolean): void {
    clearTimeout(job.timer);
    job.reject(this.#createRefusal(message, job.caller, isCallersLimit));
  }

  /**
   * Spreads those who are refused over the time that the threads need for all of them, and for those who wait: then there is always
   * somebody to hash for, and they do not return all at once.
   */
  #createRefusal(
    message: string,
    caller: Pick<HashCaller, 'isKnownDevice'>,
    isCallersLimit: boolean,
  ): PasswordQueueFull {
    const now = performance.now();
    const count = this.#refusals.count * Math.exp((this.#refusals.at - now) / refusalsMs) + 1;
    this.#refusals = { count, at: now };
    const ms = ((this.#queue.countAhead(caller) + count) * this.#durationMs) / this.#threadsMax;
    const span = Math.min(retryMs.max, ms) - retryMs.min;
    const retryAfterMs = retryMs.min + Math.max(0, span) * Math.random();
    return new PasswordQueueFull(message, { retryAfterMs, isCallersLimit });
  }

  /** Passes waiting passwords to threads that are free. */
  #startNext(): void {
    while (this.#queue.size > 0) {
      const thread = this.#findFreeThread();
      const job = thread && this.#queue.take();
      if (!job) return;
      clearTimeout(job.timer);
      thread.job = job;
      thread.startedAt = performance.now();
      thread.worker.postMessage(job.request);
    }
  }

  #findFreeThread(): Thread | null {
    for (const thread of this.#threads) if (thread.job === null) return thread;
    return this.#threads.size < this.#threadsMax ? this.#startThread() : null;
  }

  #startThread(): Thread {
    const worker = new Worker(this.#options.workerUrl, { workerData: this.#workerData });
    const thread: Thread = { worker, job: null, startedAt: 0 };
    worker.unref();
    worker.on('message', (reply: HashReply) => this.#settle(thread, reply));
    worker.on('error', (error: Error) => this.#onThreadLost(thread, error));
    worker.on('exit', () => this.#onThreadLost(thread, new Error('the password thread ended')));
    this.#threads.add(thread);
    return thread;
  }

  #settle(thread: Thread, reply: HashReply): void {
    const { job } = thread;
    if (!job) return;
    thread.job = null;
    this.#durationMs += (performance.now() - thread.startedAt - this.#durationMs) * durationWeight;
    if ('failure' in reply) job.reject(new Error(reply.failure));
    else job.resolve(reply.value);
    this.#startNext();
  }

  #onThreadLost(thread: Thread, error: Error): void {
    if (!this.#threads.delete(thread)) return;
    thread.job?.reject(error);
    this.#startNext();
  }
}

type InlinePasswordHasherOptions = {
  readonly pepper: Uint8Array | KeyRing;
  readonly parameters?: HashParameters;
};

/** Hashes on the caller's thread: for scripts and tests, where blocking is acceptable. */
export class InlinePasswordHasher implements PasswordHasher {
  readonly #peppers: KeyRing;
  readonly #parameters: HashParameters;

  constructor(options: InlinePasswordHasherOptions) {
    const { pepper } = options;
    this.#peppers = pepper instanceof Uint8Array ? toKeyRing(pepper) : pepper;
    this.#parameters = options.parameters ?? productionParameters;
  }

  checkPlace(): void {
    // The caller's thread is the queue.
  }

  hash(password: string, _caller: HashCaller): Promise<string> {
    return Promise.resolve(hashPassword(password, this.#peppers, this.#parameters));
  }

  verify(password: string, stored: string, _caller: HashCaller): Promise<PasswordVerdict> {
    return Promise.resolve(verifyPassword(password, stored, this.#peppers, this.#parameters));
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
