/**
 * Customers of a leader and its standby: they have both addresses and use the other one when the first does not
 * respond.
 *
 * An order whose response was lost is sent again with the same client order id, so it is placed once.
 */
import { Api, ApiFailure } from '../support/api.ts';
import type { Json } from '../support/api.ts';
import { signInCustomer } from '../support/customers.ts';
import type { TestCustomer } from '../support/customers.ts';

const demo = { userName: 'demo', email: 'demo@salar.example', password: 'Demo-2026!' };
const instrument = 'ETHUSDT';
/** How long customers wait before they try the other address. */
const answerTimeoutMs = 500;
const patientTimeoutMs = 10_000;
const pauseMs = 10;
const ordersAtOnce = 8;
/** Open orders hold funds: they are cancelled again and again. */
const cancelEvery = 20;
const pageSize = 1000;

type OrderRow = { readonly OrderId: string; readonly ClientOrderId: string };

export class PairClient {
  /** The order id of each acknowledged client order id. */
  readonly acknowledged = new Map<number, string>();
  /** Responses that must never occur. */
  readonly faults: string[] = [];
  readonly #customer: TestCustomer;
  readonly #instrumentId: string;
  /** The address that responded last is tried first. */
  #apis: readonly [Api, Api];
  #isRunning = true;
  #nextId: number;
  #loops: Promise<void>[] = [];

  private constructor(
    customer: TestCustomer,
    apis: readonly [Api, Api],
    instrumentId: string,
    firstId: number,
  ) {
    this.#customer = customer;
    this.#apis = apis;
    this.#instrumentId = instrumentId;
    this.#nextId = firstId;
  }

  static async signIn(urls: readonly [string, string], firstId: number): Promise<PairClient> {
    const customer = await signInCustomer(urls[0], demo);
    const { token } = customer.api;
    const apis = [new Api(urls[0], token), new Api(urls[1], token)] as const;
    const instruments = (await apis[0].call('GetInstruments', { OMSId: 1 })) as Record<string, string>[];
    const found = instruments.find((one) => one['Symbol'] === instrument)?.['InstrumentId'];
    if (found === undefined) throw new Error(`there is no ${instrument}`);
    return new PairClient(customer, apis, found, firstId);
  }

  start(): void {
    this.#loops = Array.from({ length: ordersAtOnce }, async () => {
      while (this.#isRunning) {
        await this.order();
        await pause();
      }
    });
  }

  /** Resolves when all requests have their responses. */
  async stop(): Promise<void> {
    this.#isRunning = false;
    await Promise.all(this.#loops);
  }

  /** Resolves with the time at which the exchange at `url` has accepted an order. The other address is not tried. */
  async acceptedBy(url: string): Promise<number> {
    await this.#order((call, fields) => this.#askOne(url, call, fields));
    return performance.now();
  }

  /** Places an order at the address that responds, without a time limit. */
  async order(): Promise<void> {
    const id = await this.#order((call, fields) => this.#ask(call, fields));
    if (id % cancelEvery === 0) await this.#ask('CancelAllOrders', {});
  }

  /** @returns its client order id */
  async #order(ask: (call: string, fields: object) => Promise<Json>): Promise<number> {
    const ClientOrderId = this.#nextId++;
    const order = { OrderType: 2, TimeInForce: 1, Side: 0, Quantity: '0.01', LimitPrice: '2000' };
    for (;;) {
      const fields = { ...order, InstrumentId: this.#instrumentId, ClientOrderId };
      const answer = (await ask('SendOrder', fields)) as { status?: string; OrderId?: string };
      if (answer.status === 'Accepted' && answer.OrderId !== undefined) {
        this.acknowledged.set(ClientOrderId, answer.OrderId);
        return ClientOrderId;
      }
      this.faults.push(`an order was answered with ${JSON.stringify(answer)}`);
      await pause();
    }
  }

  /** @returns a sentence for each acknowledged order that is missing or duplicated */
  async ordersWrong(): Promise<string[]> {
    const wrong: string[] = [];
    const orderIds = new Map<number, string>();
    for (let StartIndex = 0, isMore = true; isMore; StartIndex += pageSize) {
      const page = (await this.#ask('GetOrders', { StartIndex, Limit: pageSize })) as OrderRow[];
      for (const { OrderId, ClientOrderId } of page) {
        const id = Number(ClientOrderId);
        if (id === 0) continue;
        if (orderIds.has(id) && orderIds.get(id) !== OrderId) wrong.push(`order ${id} was placed twice`);
        orderIds.set(id, OrderId);
      }
      isMore = page.length === pageSize;
    }
    for (const [id, orderId] of this.acknowledged) {
      if (orderIds.get(id) !== orderId) wrong.push(`order ${id}, acknowledged as ${orderId}, is not there`);
    }
    return wrong;
  }

  /** Tries one address, then the other, until one of them responds. */
  async #ask(call: string, fields: object): Promise<Json> {
    for (;;) {
      const [api, other] = this.#apis;
      const answer = await this.#try(api, call, fields, answerTimeoutMs);
      if (answer !== undefined) return answer;
      if (this.#apis[0] === api) this.#apis = [other, api];
      await pause();
    }
  }

  async #askOne(url: string, call: string, fields: object): Promise<Json> {
    const api = new Api(url, this.#customer.api.token);
    for (;;) {
      const answer = await this.#try(api, call, fields, patientTimeoutMs);
      if (answer !== undefined) return answer;
      await pause();
    }
  }

  /** @returns undefined when the exchange is unavailable, or is not the leader */
  async #try(api: Api, call: string, fields: object, waitMs: number): Promise<Json | undefined> {
    try {
      return await api.call(call, { OMSId: 1, AccountId: this.#customer.accountId, ...fields }, waitMs);
    } catch (error) {
      if (error instanceof ApiFailure && error.status !== 503) throw error;
      return undefined;
    }
  }
}

async function pause(): Promise<void> {
  await new Promise((next) => setTimeout(next, pauseMs));
}
