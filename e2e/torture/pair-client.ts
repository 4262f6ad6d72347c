/**
 * Customers of a pair: they know both addresses and ask the other one when the first does not answer.
 *
 * An order whose answer was lost is told again with the same client order id, so it is placed once.
 */
import { Api, ApiFailure } from '../support/api.ts';
import type { Json } from '../support/api.ts';
import { signInCustomer } from '../support/customers.ts';
import type { TestCustomer } from '../support/customers.ts';

const demo = { userName: 'demo', email: 'demo@salar.example', password: 'Demo-2026!' };
const instrument = 'ETHUSDT';
const answerTimeoutMs = 500;
const pauseMs = 10;
const ordersAtOnce = 8;
/** Open orders hold funds: they are cancelled again and again. */
const cancelEvery = 20;
const pageSize = 1000;

export class PairClient {
  /** Order id of each client order id that was acknowledged. */
  readonly acknowledged = new Map<number, string>();
  /** Answers that must never be given. */
  readonly faults: string[] = [];
  readonly #customer: TestCustomer;
  readonly #instrumentId: string;
  /** The one that answered last comes first. */
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

  /** Resolves when everything that was begun has its answer. */
  async stop(): Promise<void> {
    this.#isRunning = false;
    await Promise.all(this.#loops);
  }

  /** Orders until the exchange at `url` has accepted one. Resolves with the time of that. */
  async acceptedBy(url: string): Promise<number> {
    while ((await this.order()) !== url);
    return performance.now();
  }

  /** Places an order, however long it takes. @returns the address that accepted it */
  async order(): Promise<string> {
    const ClientOrderId = this.#nextId++;
    const order = { OrderType: 2, TimeInForce: 1, Side: 0, Quantity: '0.01', LimitPrice: '2000' };
    for (;;) {
      const fields = { ...order, InstrumentId: this.#instrumentId, ClientOrderId };
      const { value, url } = await this.#ask('SendOrder', fields);
      const answer = value as { status?: string; OrderId?: string };
      if (answer.status === 'Accepted' && answer.OrderId !== undefined) {
        this.acknowledged.set(ClientOrderId, answer.OrderId);
        if (ClientOrderId % cancelEvery === 0) await this.#ask('CancelAllOrders', {});
        return url;
      }
      this.faults.push(`an order was answered with ${JSON.stringify(answer)}`);
      await pause();
    }
  }

  /** @returns a sentence for each acknowledged order that is not there, or there twice */
  async ordersWrong(): Promise<string[]> {
    const wrong: string[] = [];
    const orderOf = new Map<number, string>();
    for (let StartIndex = 0, isMore = true; isMore; StartIndex += pageSize) {
      const { value } = await this.#ask('GetOrders', { StartIndex, Limit: pageSize });
      const page = value as { OrderId: string; ClientOrderId: string }[];
      for (const { OrderId, ClientOrderId } of page) {
        const id = Number(ClientOrderId);
        if (id === 0) continue;
        if (orderOf.has(id) && orderOf.get(id) !== OrderId) wrong.push(`order ${id} was placed twice`);
        orderOf.set(id, OrderId);
      }
      isMore = page.length === pageSize;
    }
    for (const [id, orderId] of this.acknowledged) {
      if (orderOf.get(id) !== orderId) wrong.push(`order ${id}, acknowledged as ${orderId}, is not there`);
    }
    return wrong;
  }

  /** Asks one, then the other, until one of them answers. */
  async #ask(call: string, fields: object): Promise<{ value: Json; url: string }> {
    const request = { OMSId: 1, AccountId: this.#customer.accountId, ...fields };
    for (;;) {
      const [api, other] = this.#apis;
      try {
        return { value: await api.call(call, request, answerTimeoutMs), url: api.url };
      } catch (error) {
        if (error instanceof ApiFailure && error.status !== 503) throw error;
        if (this.#apis[0] === api) this.#apis = [other, api];
        await pause();
      }
    }
  }
}

async function pause(): Promise<void> {
  await new Promise((next) => setTimeout(next, pauseMs));
}
