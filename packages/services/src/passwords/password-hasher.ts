/**
 * The queue of the single thread that hashes passwords, so that hashing blocks no other work (security rule P1).
 */
import { Worker } from 'node:worker_threads';
import { assert } from '@salar/protocol';
import { toKeyRing } from '../crypto/key-ring.ts';
import type { KeyRing } from '../crypto/key-ring.ts';
import { hashPassword, productionParameters, verifyPassword } from './password-hash.ts';
import type { HashParameters } from './password-hash.ts';

export type PasswordVerdict = { readonly isRight: boolean; readonly needsRehash: boolean };

export interface PasswordHasher {
  /** @throws PasswordQueueFull when the queue is full */
  hash(password: string): Promise<string>;
  /** @throws PasswordQueueFull when the queue is full */
  verify(password: string, stored: string): Promise<PasswordVerdict>;
  close(): Promise<void>;
}

/** Thrown when too many passwords wait for the hashing thread; callers may retry. */
export class PasswordQueueFull extends Error {
  override readonly name = 'PasswordQueueFull';
  readonly retryAfterMs = 2000;
}

export type HashJob =
  | { readonly kind: 'hash'; readonly job: number; readonly password: string }
  | { readonly kind: 'verify'; readonly job: number; readonly password: string; readonly stored: string };
export type HashReply =
  | { readonly job: number; readonly value: string | PasswordVerdict }
  | { readonly job: number; readonly failure: string };
export type HashWorkerData = { readonly peppers: KeyRing; readonly parameters: HashParameters };

/** The most passwords that wait at once (security rule P1). */
const queueMax = 32;

type Waiting = { resolve(value: string | PasswordVerdict): void; reject(error: Error): void };

type ThreadedPasswordHasherOptions = {
  readonly workerUrl: URL;
  /** The current one first. */
  readonly peppers: KeyRing;
  readonly parameters?: HashParameters;
};

/** Hashes in one worker thread; a thread that dies is replaced, and its callers get an error. */
export class ThreadedPasswordHasher implements PasswordHasher {
  readonly #options: ThreadedPasswordHasherOptions;
  readonly #workerData: HashWorkerData;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | null = null;
  #lastJob = 0;
  #isClosed = false;

  /** @param workerUrl  the bundled `password-worker.js` */
  constructor(options: ThreadedPasswordHasherOptions) {
    this.#options = options;
    for (const { key } of options.peppers) assert(key.length === 32, 'a password pepper has 256 bits');
    this.#workerData = { peppers: options.peppers, parameters: options.parameters ?? productionParameters };
  }

  async hash(password: string): Promise<string> {
    return (await this.#enqueue((job) => ({ kind: 'hash', job, password }))) as string;
  }

  async verify(password: string, stored: string): Promise<PasswordVerdict> {
    return (await this.#enqueue((job) => ({ kind: 'verify', job, password, stored }))) as PasswordVerdict;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const worker = this.#worker;
    this.#worker = null;
    if (worker) await worker.terminate();
    this.#rejectAll(new Error('the password hasher is closed'));
  }

  #enqueue(createJob: (job: number) => HashJob): Promise<string | PasswordVerdict> {
    if (this.#isClosed) return Promise.reject(new Error('the password hasher is closed'));
    if (this.#waiting.size >= queueMax)
      return Promise.reject(new PasswordQueueFull('the password queue is full'));
    this.#lastJob += 1;
    const job = this.#lastJob;
    return new Promise((resolve, reject) => {
      this.#waiting.set(job, { resolve, reject });
      this.#findWorker().postMessage(createJob(job));
    });
  }

  #findWorker(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(this.#options.workerUrl, { workerData: this.#workerData });
    worker.unref();
    worker.on('message', (reply: HashReply) => this.#settle(reply));
    worker.on('error', (error: Error) => this.#onWorkerLost(worker, error));
    worker.on('exit', () => this.#onWorkerLost(worker, new Error('the password thread ended')));
    this.#worker = worker;
    return worker;
  }

  #settle(reply: HashReply): void {
    const waiting = this.#waiting.get(reply.job);
    if (!waiting) return;
    this.#waiting.delete(reply.job);
    if ('failure' in reply) waiting.reject(new Error(reply.failure));
    else waiting.resolve(reply.value);
  }

  #onWorkerLost(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    this.#rejectAll(error);
  }

  #rejectAll(error: Error): void {
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const one of waiting) one.reject(error);
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

  hash(password: string): Promise<string> {
    return Promise.resolve(hashPassword(password, this.#peppers, this.#parameters));
  }

  verify(password: string, stored: string): Promise<PasswordVerdict> {
    return Promise.resolve(verifyPassword(password, stored, this.#peppers, this.#parameters));
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
