/**
 * Customers that behave like good clients: they repeat refused requests and open a new session when one has ended.
 */
import { ApiFailure } from '../support/api.ts';
import type { Json } from '../support/api.ts';
import { registerCustomer, signInCustomer } from '../support/customers.ts';
import type { TestCustomer } from '../support/customers.ts';
import type { Ledger } from './ledger.ts';

/** The timeout on a machine under torture. */
const patienceMs = 90_000;
const retryPauseMsMax = 500;
/** A level without limits, so that only the available balance limits them. */
const level = 4;

export class Customers {
  readonly url: string;
  readonly ledger: Ledger;
  readonly random: () => number;
  readonly #all: TestCustomer[] = [];
  #products: ReadonlyMap<string, string> = new Map();
  #unique = 0n;

  constructor(url: string, ledger: Ledger, random: () => number) {
    this.url = url;
    this.ledger = ledger;
    this.random = random;
  }

  async register(count: number): Promise<void> {
    const names = Array.from({ length: count }, (_, i) => `torture${i}x${Math.floor(this.random() * 1e9)}`);
    this.#all.push(...(await Promise.all(names.map((name) => registerCustomer(this.url, name, level)))));
    const products = await this.list<{ Product: string; ProductId: string }>(0, 'GetProducts', {});
    this.#products = new Map(products.map((one) => [one.Product, one.ProductId]));
  }

  get count(): number {
    return this.#all.length;
  }

  at(i: number): TestCustomer {
    const customer = this.#all[i];
    if (!customer) throw new Error(`there is no customer ${i}`);
    return customer;
  }

  productId(symbol: string): string {
    return this.#products.get(symbol) ?? '';
  }

  /** A counter that makes amounts and references unique. */
  next(): bigint {
    this.#unique += 1n;
    return this.#unique;
  }

  pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.random() * from.length)] as T;
  }

  /**
   * Retries until the exchange responds. @throws when it is unavailable for too long, or responds with a server error
   */
  async withRetry<T>(i: number, work: () => Promise<T>): Promise<{ value: T; attempts: number }> {
    const deadline = Date.now() + patienceMs;
    for (let attempts = 1; ; attempts += 1) {
      try {
        return { value: await work(), attempts };
      } catch (error) {
        if (Date.now() > deadline) throw error;
        await this.afterTrouble(i, error, attempts);
      }
    }
  }

  /** @throws for every failure except an outage: a 500 is never acceptable */
  async afterTrouble(i: number, error: unknown, attempts = 1): Promise<void> {
    const status = error instanceof ApiFailure ? error.status : null;
    if (status !== null && status !== 503 && status !== 401) throw error;
    this.ledger.turnedAway += 1;
    await pause(Math.min(50 * 1.5 ** attempts, retryPauseMsMax) * (0.5 + this.random()));
    if (status !== 401) return;
    const again = await signInCustomer(this.url, this.at(i)).catch(() => null);
    if (again !== null) this.#all[i] = again;
  }

  /** Makes one call about the customer's own account. */
  async call(i: number, name: string, fields: object): Promise<Json> {
    const { api, accountId } = this.at(i);
    const answer = await api.call(name, { OMSId: 1, AccountId: accountId, ...fields });
    const code = answer === null || Array.isArray(answer) ? undefined : Object(answer)['errorcode'];
    if (String(code) === '102') throw new ApiFailure(`${name} answered ${JSON.stringify(answer)}`, 500);
    return answer;
  }

  async callWithRetry(i: number, name: string, fields: object): Promise<Json> {
    return (await this.withRetry(i, () => this.call(i, name, fields))).value;
  }

  async list<T>(i: number, name: string, fields: object): Promise<T[]> {
    return (await this.callWithRetry(i, name, fields)) as T[];
  }
}

export async function pause(ms: number): Promise<void> {
  await new Promise((next) => setTimeout(next, ms));
}
