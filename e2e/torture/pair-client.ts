/**
 * Customers of an exchange with several addresses, as of a leader and its standby: they use the next address when one does
 * not respond.
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
/** Answers of an exchange that is unavailable, of a proxy whose exchange is, and of one that limits rates. */
const statusesToRetry = new Set([408, 429, 502, 503, 504]);
/** Open orders hold funds: they are cancelled again and again. */
const cancelEvery = 20;
const pageSize = 1000;

export type Pace = {
  /** How many customers' programs send orders at the same time. */
  readonly ordersAtOnce: number;
  /** Milliseconds between an answer and the next order of the same program. */
  readonly betweenMs: number;
  /** Milliseconds before a request is sent again. */
  readonly retryMs: number;
};
const fastPace: Pace = { ordersAtOnce: 8, betweenMs: 10, retryMs: 10 };

type ClientOptions = {
  /** The client order ids are this one and those that follow. */
  readonly firstId: number;
  readonly who?: Pick<TestCustomer, 'userName' | 'email' | 'password'>;
  readonly pace?: Pace;
};

/** The result of one attempt to place an order. */
export type Attempt = {
  readonly ms: number;
  /** The HTTP status; null when there was no answer in time. */
  readonly status: number | null;
  readonly isAccepted: boolean;
};

type OrderRow = { readonly OrderId: string; readonly ClientOrderId: string };

export class PairClient {
  /** The order id of each acknowledged client order id. */
  readonly acknowledged = new Map<number, string>();
  /** Responses that must never occur. */
  readonly faults: string[] = [];
  readonly #customer: TestCustomer;
  readonly #instrumentId: string;
  readonly #firstId: number;
  readonly #pace: Pace;
  /** The address that responded last is tried first. */
  #apis: readonly Api[];
  #isRunning = true;
  #nextId: number;
  #loops: Promise<void>[] = [];

  private constructor(
    customer: TestCustomer,
    apis: readonly Api[],
    instrumentId: string,
    { firstId, pace = fastPace }: ClientOptions,
  ) {
    this.#customer = customer;
    this.#apis = apis;
    this.#instrumentId = instrumentId;
    this.#firstId = firstId;
    this.#pace = pace;
    this.#nextId = firstId;
  }

  static async signIn(urls: readonly [string, ...string[]], options: ClientOptions): Promise<PairClient> {
    const customer = await signInCustomer(urls[0], options.who ?? demo);
    const { token } = customer.api;
    const apis = urls.map((url) => new Api(url, token));
    const instruments = (await customer.api.call('GetInstruments', { OMSId: 1 })) as Record<string, string>[];
    const found = instruments.find((one) => one['Symbol'] === instrument)?.['InstrumentId'];
    if (found === undefined) throw new Error(`there is no ${instrument}`);
    return new PairClient(customer, apis, found, options);
  }

  /** The client order id of the next order. */
  get nextId(): number {
    return this.#nextId;
  }

  start(): void {
    this.#loops = Array.from({ length: this.#pace.ordersAtOnce }, async () => {
      while (this.#isRunning) {
        await this.order();
        await pause(this.#pace.betweenMs);
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

  /** Places an order at the address that responds, without a time limit. Resolves with the time at which it was accepted. */
  async order(): Promise<number> {
    const id = await this.#order((call, fields) => this.#ask(call, fields));
    const at = performance.now();
    if (id % cancelEvery === 0) await this.#ask('CancelAllOrders', {});
    return at;
  }

  /** Sends one order to the address that responded last, once, and waits for the answer. */
  async attempt(waitMs: number): Promise<Attempt> {
    const since = performance.now();
    const ClientOrderId = this.#nextId++;
    const [api] = this.#apis;
    const fields = this.#fields(ClientOrderId);
    const answer = await api?.call('SendOrder', fields, waitMs).catch((error: unknown) => error);
    const ms = performance.now() - since;
    if (answer instanceof ApiFailure) return { ms, status: answer.status, isAccepted: false };
    if (answer instanceof Error) return { ms, status: null, isAccepted: false };
    const { status, OrderId } = answer as { readonly status?: string; readonly OrderId?: string };
    const isAccepted = status === 'Accepted' && OrderId !== undefined;
    if (isAccepted) this.acknowledged.set(ClientOrderId, OrderId);
    return { ms, status: 200, isAccepted };
  }

  /** @returns its client order id */
  async #order(ask: (call: string, fields: object) => Promise<Json>): Promise<number> {
    const ClientOrderId = this.#nextId++;
    for (;;) {
      const answer = (await ask('SendOrder', this.#fields(ClientOrderId))) as {
        status?: string;
        OrderId?: string;
      };
      if (answer.status === 'Accepted' && answer.OrderId !== undefined) {
        this.acknowledged.set(ClientOrderId, answer.OrderId);
        return ClientOrderId;
      }
      this.faults.push(`an order was answered with ${JSON.stringify(answer)}`);
      await this.#pauseBeforeRetry();
    }
  }

  #fields(ClientOrderId: number) {
    const order = { OrderType: 2, TimeInForce: 1, Side: 0, Quantity: '0.01', LimitPrice: '2000' };
    return {
      OMSId: 1,
      AccountId: this.#customer.accountId,
      ...order,
      InstrumentId: this.#instrumentId,
      ClientOrderId,
    };
  }

  /**
   * Checks the orders from one client order id on. Those that were acknowledged are there exactly once, and none is there that
   * was never sent.
   *
   * @returns a sentence for each that is wrong
   */
  async ordersWrong(since = this.#firstId): Promise<string[]> {
    const wrong: string[] = [];
    const acknowledged = [...this.acknowledged]; // later ones may be missing in the pages
    const orderIds = new Map<number, string>();
    for (let StartIndex = 0, isMore = true; isMore; StartIndex += pageSize) {
      const page = (await this.#ask('GetOrders', { StartIndex, Limit: pageSize })) as OrderRow[]; // newest first
      const rows = page.map(({ OrderId, ClientOrderId }) => ({ OrderId, id: Number(ClientOrderId) }));
      for (const { OrderId, id } of rows.filter((row) => row.id >= since)) {
        if (orderIds.has(id) && orderIds.get(id) !== OrderId) wrong.push(`order ${id} was placed twice`);
        if (id >= this.#nextId) wrong.push(`order ${id}, ${OrderId}, was never sent`);
        orderIds.set(id, OrderId);
      }
      isMore = page.length === pageSize && rows.some(({ id }) => id >= since);
    }
    for (const [id, orderId] of acknowledged) {
      if (id >= since && orderIds.get(id) !== orderId)
        wrong.push(`order ${id}, acknowledged as ${orderId}, is not there`);
    }
    return wrong;
  }

  /** Tries one address after the other, until one of them responds. */
  async #ask(call: string, fields: object): Promise<Json> {
    for (;;) {
      const [api, ...others] = this.#apis;
      const answer = api && (await this.#try(api, call, fields, answerTimeoutMs));
      if (api && answer !== undefined) return answer;
      if (api && this.#apis[0] === api) this.#apis = [...others, api];
      await this.#pauseBeforeRetry();
    }
  }

  #pauseBeforeRetry(): Promise<void> {
    return pause(this.#pace.retryMs);
  }

  async #askOne(url: string, call: string, fields: object): Promise<Json> {
    const api = new Api(url, this.#customer.api.token);
    for (;;) {
      const answer = await this.#try(api, call, fields, patientTimeoutMs);
      if (answer !== undefined) return answer;
      await this.#pauseBeforeRetry();
    }
  }

  /** @returns undefined when the exchange is unavailable, or is not the leader */
  async #try(api: Api, call: string, fields: object, waitMs: number): Promise<Json | undefined> {
    try {
      return await api.call(call, { OMSId: 1, AccountId: this.#customer.accountId, ...fields }, waitMs);
    } catch (error) {
      if (error instanceof ApiFailure && !statusesToRetry.has(error.status)) throw error;
      return undefined;
    }
  }
}

async function pause(ms: number): Promise<void> {
  await new Promise((next) => setTimeout(next, ms));
}
