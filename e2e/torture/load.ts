/**
 * The load of the torture test: customers who order, deposit and withdraw during the faults.
 *
 * They behave like good clients: an order whose response was lost is sent again with the same client order id, a
 * withdrawal with the same key, a refused request is repeated, and they wait for late mails.
 */
import { BackOffice } from './back-office.ts';
import { Customers, pause } from './customers.ts';
import { Ledger } from './ledger.ts';
import { MoneyIn } from './money-in.ts';
import { MoneyOut } from './money-out.ts';

const confirmPatienceMs = 150_000;
const probePauseMs = 30;
const pausesMs = { order: 40, deposit: 1_500, withdraw: 1_200, confirm: 500 } as const;

export class Load {
  readonly ledger = new Ledger();
  readonly customers: Customers;
  readonly office: BackOffice;
  readonly #moneyIn: MoneyIn;
  readonly #moneyOut: MoneyOut;
  #isRunning = false;
  #isConfirming = false;
  #loops: Promise<void>[] = [];
  #confirmations: Promise<void>[] = [];
  #clientOrderId = 0;
  #ethUsdt = '';

  constructor(options: { readonly url: string; readonly dataDir: string; readonly random: () => number }) {
    const { url, dataDir, random } = options;
    this.customers = new Customers(url, this.ledger, random);
    this.office = new BackOffice(dataDir, this.ledger, random);
    this.#moneyIn = new MoneyIn(this.customers, this.office);
    this.#moneyOut = new MoneyOut(this.customers);
  }

  /** Adds the operators, registers and funds the customers, before any fault. */
  async prepare(count: number): Promise<void> {
    await this.office.hire();
    await this.customers.register(count);
    const instruments = await this.customers.list<{ Symbol: string; InstrumentId: string }>(
      0,
      'GetInstruments',
      {},
    );
    this.#ethUsdt = instruments.find((one) => one.Symbol === 'ETHUSDT')?.InstrumentId ?? '';
    await Promise.all(Array.from({ length: count }, (_, i) => this.#moneyIn.first(i)));
  }

  start(): void {
    this.#isRunning = true;
    this.#isConfirming = true;
    const isRunning = () => this.#isRunning;
    const everybody = Array.from({ length: this.customers.count }, (_, i) => i);
    this.#loops = everybody.flatMap((i) => [
      this.#loop(isRunning, () => this.#order(i), pausesMs.order),
      this.#loop(isRunning, () => this.#moneyIn.one(i), pausesMs.deposit),
      this.#loop(isRunning, () => this.#moneyOut.one(i), pausesMs.withdraw),
    ]);
    this.#confirmations = everybody.map((i) =>
      this.#loop(
        () => this.#isConfirming,
        () => this.#moneyOut.confirm(i),
        pausesMs.confirm,
      ),
    );
    this.office.start();
  }

  /**
   * Ends the load: completes everything that has begun, and waits for every expected mail. The back office continues,
   * because payouts still wait for it.
   */
  async stop(): Promise<void> {
    this.#isRunning = false;
    await Promise.all(this.#loops);
    const deadline = Date.now() + confirmPatienceMs;
    while (this.#moneyOut.unconfirmed().length > 0 && Date.now() < deadline) await pause(200);
    this.#isConfirming = false;
    await Promise.all(this.#confirmations);
    await this.#moneyOut.settled();
    for (const one of this.#moneyOut.unconfirmed())
      this.ledger.faults.push(`the mail to confirm withdrawal ${one.requestCode} never came`);
  }

  /** Sends many orders at once. Resolves when each has its response, also across restarts. */
  async burst(count: number): Promise<void> {
    await Promise.all(Array.from({ length: count }, (_, n) => this.#order(n % this.customers.count)));
  }

  /** Sends orders until one is accepted. Resolves with the time at which it was accepted. */
  async nextAccepted(): Promise<number> {
    const request = { ...this.#newOrder(), OrderType: 2, Quantity: '0.01', LimitPrice: '2000', Side: 0 };
    for (;;) {
      const answer = await this.customers.call(0, 'SendOrder', request).catch(() => null);
      const accepted = answer as { status?: string; OrderId?: string } | null;
      if (accepted?.status === 'Accepted') return performance.now();
      await pause(probePauseMs);
    }
  }

  async #loop(isOn: () => boolean, step: () => Promise<void>, pauseMs: number): Promise<void> {
    while (isOn()) {
      try {
        await step();
      } catch (error) {
        this.ledger.faults.push(error instanceof Error ? error.message : String(error));
      }
      await pause(pauseMs * (0.5 + this.customers.random()));
    }
  }

  async #order(i: number): Promise<void> {
    const { random } = this.customers;
    const isBuy = random() < 0.5;
    const isMarketable = random() < 0.3;
    const order = {
      ...this.#newOrder(),
      Side: isBuy ? 0 : 1,
      ...(isMarketable
        ? { OrderType: 1, Value: '25' }
        : { OrderType: 2, Quantity: '0.01', LimitPrice: isBuy ? '2000' : '4500' }),
    };
    const { value, attempts } = await this.customers.withRetry(i, () =>
      this.customers.call(i, 'SendOrder', order),
    );
    const answer = value as { status?: string; OrderId?: string };
    if (answer.status === 'Accepted' && answer.OrderId !== undefined) {
      const wasRepeated = attempts > 1;
      const clientOrderId = order.ClientOrderId;
      this.ledger.orders.push({ customer: i, orderId: answer.OrderId, clientOrderId, wasRepeated });
    } else this.ledger.refusedOrders += 1;
    if (random() < 0.3) await this.customers.callWithRetry(i, 'CancelAllOrders', {});
  }

  #newOrder() {
    return { InstrumentId: this.#ethUsdt, TimeInForce: 1, ClientOrderId: ++this.#clientOrderId };
  }
}
