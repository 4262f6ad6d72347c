/**
 * The load of the torture test: customers who order, deposit and withdraw while the machine falls over.
 *
 * They behave as good clients do: an order whose answer was lost is told again with the same client order id, a request
 * that was turned away is made again, a mail that is late is waited for. Amounts of deposits and receivers of withdrawals
 * are unique, so each can be found again, once.
 */
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { formatUnits } from 'viem';
import { ApiFailure } from '../support/api.ts';
import type { Json } from '../support/api.ts';
import { registerCustomer, signInCustomer } from '../support/customers.ts';
import type { TestCustomer } from '../support/customers.ts';
import { Ledger } from './ledger.ts';
import type { Deposit, Withdrawal } from './ledger.ts';

export const network = 'Ethereum (local)';
const template = 'ToExternalEthereumAddress';
/** Patience with a machine that is being tortured. */
const patienceMs = 90_000;
const confirmPatienceMs = 150_000;
const retryPauseMsMax = 500;
const probePauseMs = 30;
/** Withdrawals that are canceled in place of being confirmed, at each look. */
const canceledShare = 0.1;
const pausesMs = { order: 40, deposit: 2_500, withdraw: 2_500, confirm: 500 } as const;

type Ticket = { RequestCode: string; TemplateForm?: string };

export class Load {
  readonly ledger = new Ledger();
  customers: TestCustomer[] = [];
  usdt = '';
  /** The deposit address of each customer. */
  readonly addresses: string[] = [];
  readonly #url: string;
  readonly #random: () => number;
  #isRunning = false;
  #isConfirming = false;
  #loops: Promise<void>[] = [];
  #confirmations: Promise<void>[] = [];
  #unique = 0;
  #clientOrderId = 0;
  #provider = '';
  #ethUsdt = '';

  constructor(url: string, random: () => number) {
    this.#url = url;
    this.#random = random;
  }

  /** Registers and funds the customers; the server is whole at this point. */
  async prepare(count: number): Promise<void> {
    const names = Array.from({ length: count }, (_, i) => `torture${i}x${Math.floor(this.#random() * 1e9)}`);
    for (const name of names) this.customers.push(await registerCustomer(this.#url, name, 1));
    const products = await this.#list<{ Product: string; ProductId: string }>(0, 'GetProducts', {});
    this.usdt = products.find((one) => one.Product === 'USDT')?.ProductId ?? '';
    const instruments = await this.#list<{ Symbol: string; InstrumentId: string }>(0, 'GetInstruments', {});
    this.#ethUsdt = instruments.find((one) => one.Symbol === 'ETHUSDT')?.InstrumentId ?? '';
    const types = (await this.#call(0, 'GetDepositTemplateTypes', { ProductId: this.usdt })) as {
      TemplateTypes: { DisplayName: string; AccountProviderId: string }[];
    };
    this.#provider = types.TemplateTypes.find((one) => one.DisplayName === network)?.AccountProviderId ?? '';
    for (let i = 0; i < count; i++) await this.#deposit(i, '5000');
    for (let i = 0; i < count; i++) await this.#untilAvailable(i, 5000);
  }

  start(): void {
    this.#isRunning = true;
    this.#isConfirming = true;
    const isRunning = () => this.#isRunning;
    const isConfirming = () => this.#isConfirming;
    this.#loops = this.customers.flatMap((_, i) => [
      this.#loop(isRunning, () => this.#order(i), pausesMs.order),
      this.#loop(isRunning, () => this.#deposit(i), pausesMs.deposit),
      this.#loop(isRunning, () => this.#withdraw(i), pausesMs.withdraw),
    ]);
    this.#confirmations = this.customers.map((_, i) =>
      this.#loop(isConfirming, () => this.#confirm(i), pausesMs.confirm),
    );
  }

  /** Ends the load: what was begun is brought to its end, and every mail that must come is waited for. */
  async stop(): Promise<void> {
    this.#isRunning = false;
    await Promise.all(this.#loops);
    const deadline = Date.now() + confirmPatienceMs;
    while (this.unconfirmed().length > 0 && Date.now() < deadline) await pause(200);
    this.#isConfirming = false;
    await Promise.all(this.#confirmations);
  }

  /** Many orders at the same moment. Resolves when each has its answer, over restarts too. */
  async burst(count: number): Promise<void> {
    await Promise.all(Array.from({ length: count }, (_, n) => this.#order(n % this.customers.length)));
  }

  /** Orders again and again until one is accepted. Resolves with the time of that. */
  async nextAccepted(): Promise<number> {
    const request = { ...this.#newOrder(), OrderType: 2, Quantity: '0.01', LimitPrice: '2000', Side: 0 };
    for (;;) {
      const answer = await this.#call(0, 'SendOrder', request).catch(() => null);
      const accepted = answer as { status?: string; OrderId?: string } | null;
      if (accepted?.status === 'Accepted') return performance.now();
      await pause(probePauseMs);
    }
  }

  /** Withdrawals that were taken and whose mail has not been answered yet. */
  unconfirmed(): Withdrawal[] {
    return this.ledger.withdrawals.filter(
      (one) => one.requestCode !== null && !one.isConfirmed && !one.isCanceled,
    );
  }

  customer(i: number): TestCustomer {
    const customer = this.customers[i];
    if (!customer) throw new Error(`there is no customer ${i}`);
    return customer;
  }

  /** Asks until the exchange answers. @throws when it is away for too long, or answers with a fault */
  async patiently<T>(i: number, work: () => Promise<T>): Promise<{ value: T; attempts: number }> {
    const deadline = Date.now() + patienceMs;
    for (let attempts = 1; ; attempts++) {
      try {
        return { value: await work(), attempts };
      } catch (error) {
        if (Date.now() > deadline) throw error;
        await this.#afterTrouble(i, error, attempts);
      }
    }
  }

  /** @throws whatever is no outage: 500s are never right */
  async #afterTrouble(i: number, error: unknown, attempts = 1): Promise<void> {
    const status = error instanceof ApiFailure ? error.status : null;
    if (status !== null && status !== 503 && status !== 401) throw error;
    this.ledger.turnedAway += 1;
    await pause(Math.min(50 * 1.5 ** attempts, retryPauseMsMax) * (0.5 + this.#random()));
    if (status !== 401) return;
    const again = await signInCustomer(this.#url, this.customer(i)).catch(() => null);
    if (again !== null) this.customers[i] = again;
  }

  async #loop(isOn: () => boolean, step: () => Promise<void>, pauseMs: number): Promise<void> {
    while (isOn()) {
      try {
        await step();
      } catch (error) {
        this.ledger.faults.push(error instanceof Error ? error.message : String(error));
      }
      await pause(pauseMs * (0.5 + this.#random()));
    }
  }

  async #order(i: number): Promise<void> {
    const isBuy = this.#random() < 0.5;
    const isMarketable = this.#random() < 0.3;
    const order = {
      ...this.#newOrder(),
      Side: isBuy ? 0 : 1,
      ...(isMarketable
        ? { OrderType: 1, Value: '25' }
        : { OrderType: 2, Quantity: '0.01', LimitPrice: isBuy ? '2000' : '4500' }),
    };
    const { value, attempts } = await this.patiently(i, () => this.#call(i, 'SendOrder', order));
    const answer = value as { status?: string; OrderId?: string };
    if (answer.status === 'Accepted' && answer.OrderId !== undefined) {
      const wasRepeated = attempts > 1;
      const clientOrderId = order.ClientOrderId;
      this.ledger.orders.push({ customer: i, orderId: answer.OrderId, clientOrderId, wasRepeated });
    } else this.ledger.refusedOrders += 1;
    if (this.#random() < 0.3) await this.patiently(i, () => this.#call(i, 'CancelAllOrders', {}));
  }

  #newOrder() {
    return { InstrumentId: this.#ethUsdt, TimeInForce: 1, ClientOrderId: ++this.#clientOrderId };
  }

  async #deposit(i: number, first?: string): Promise<void> {
    const amount = first ?? this.#uniqueAmount(20);
    const request = { ProductId: this.usdt, AccountProviderId: this.#provider, GenerateNewKey: false };
    const { value } = await this.patiently(i, () => this.#call(i, 'GetDepositInfo', request));
    const address = (JSON.parse((value as { DepositInfo: string }).DepositInfo) as string[])[0] ?? '';
    this.addresses[i] = address;
    const deposit: Deposit = { customer: i, amount, isAcknowledged: false };
    this.ledger.deposits.push(deposit);
    try {
      await this.customer(i).api.local('faucet', { network, address, product: 'USDT', amount });
      deposit.isAcknowledged = true;
    } catch (error) {
      await this.#afterTrouble(i, error); // whether the coins were sent is for the chain to say
    }
  }

  async #withdraw(i: number): Promise<void> {
    const receiver = privateKeyToAddress(generatePrivateKey());
    const amount = this.#uniqueAmount(5);
    const withdrawal: Withdrawal = {
      customer: i,
      amount,
      receiver,
      requestCode: null,
      isConfirmed: false,
      isCanceled: false,
    };
    this.ledger.withdrawals.push(withdrawal);
    try {
      const answer = (await this.#call(i, 'CreateWithdrawTicket', {
        ProductId: this.usdt,
        AccountProviderId: this.#provider,
        Amount: amount,
        TemplateType: template,
        TemplateForm: JSON.stringify({ TemplateType: template, ExternalAddress: receiver, Comment: '' }),
      })) as { result: boolean; detail: string };
      if (!answer.result) throw new Error(`a withdrawal was refused: ${JSON.stringify(answer)}`);
      withdrawal.requestCode = answer.detail;
    } catch (error) {
      await this.#afterTrouble(i, error);
      const { value } = await this.patiently(i, () => this.tickets(i, 'GetWithdrawTickets'));
      // Perhaps it was taken and only its answer lost: a customer would look into the history.
      withdrawal.requestCode = value.find((one) => one.TemplateForm?.includes(receiver))?.RequestCode ?? null;
    }
  }

  /** Reads the mail and follows the links of the withdrawals that wait. */
  async #confirm(i: number): Promise<void> {
    const waiting = this.unconfirmed().filter((one) => one.customer === i);
    if (waiting.length === 0) return;
    const customer = this.customer(i);
    const { value: mails } = await this.patiently(i, () => customer.api.mailsTo(customer.email));
    for (const withdrawal of waiting) {
      if (this.#random() < canceledShare) {
        const cancel = { RequestCode: withdrawal.requestCode };
        // Told again after a lost answer it is refused, and canceled all the same.
        await this.patiently(i, () => this.#call(i, 'CancelWithdraw', cancel));
        withdrawal.isCanceled = true;
        continue;
      }
      const mail = mails.find((one) => one.text.includes(withdrawal.receiver));
      const link = mail?.links.find((one) => one.includes('/confirm-withdraw'));
      if (link === undefined) continue;
      const VerifyCode = new URL(link).searchParams.get('verifycode') ?? '';
      const confirm = { UserId: customer.userId, VerifyCode };
      const { value } = await this.patiently(i, () => this.#call(i, 'ConfirmWithdraw', confirm));
      withdrawal.isConfirmed = (value as { result: boolean }).result;
      if (!withdrawal.isConfirmed) this.ledger.faults.push(`ConfirmWithdraw: ${JSON.stringify(value)}`);
    }
  }

  async #untilAvailable(i: number, atLeast: number): Promise<void> {
    for (let tries = 0; tries < 600; tries++) {
      const positions = await this.#list<{ ProductId: string; Amount: string }>(i, 'GetAccountPositions', {});
      if (Number(positions.find((one) => one.ProductId === this.usdt)?.Amount ?? 0) >= atLeast) return;
      await pause(100);
    }
    throw new Error('the first deposit never arrived');
  }

  /** All tickets of a kind in USDT, newest first. */
  tickets<T extends Ticket>(i: number, call: 'GetDepositTickets' | 'GetWithdrawTickets'): Promise<T[]> {
    return this.#list<T>(i, call, { OperatorId: 1, ProductId: this.usdt, StartIndex: 0, Limit: 1000 });
  }

  async #list<T>(i: number, call: string, fields: object): Promise<T[]> {
    return (await this.#call(i, call, fields)) as T[];
  }

  async #call(i: number, call: string, fields: object): Promise<Json> {
    const { api, accountId } = this.customer(i);
    const answer = await api.call(call, { OMSId: 1, AccountId: accountId, ...fields });
    const code = answer === null || Array.isArray(answer) ? undefined : Object(answer)['errorcode'];
    if (String(code) === '102') throw new ApiFailure(`${call} answered ${JSON.stringify(answer)}`, 500);
    return answer;
  }

  /** Whole units plus a unique tail of micro units. */
  #uniqueAmount(whole: number): string {
    this.#unique += 1;
    return formatUnits(BigInt(whole) * 1_000_000n + BigInt(this.#unique), 6);
  }
}

async function pause(ms: number): Promise<void> {
  await new Promise((next) => setTimeout(next, ms));
}
