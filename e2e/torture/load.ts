/**
 * The load of the torture test: customers who order, deposit and withdraw while the machine falls over.
 *
 * Every request that was answered is remembered as acknowledged; one whose answer never came is remembered as unknown.
 * Amounts of deposits and withdrawals are unique, so each can be found again, once.
 */
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { formatUnits } from 'viem';
import { registerCustomer, signInCustomer } from '../support/customers.ts';
import type { TestCustomer } from '../support/customers.ts';

export type Deposit = { readonly customer: number; readonly amount: string; acknowledged: boolean };
export type Withdrawal = {
  readonly customer: number;
  readonly amount: string;
  readonly receiver: `0x${string}`;
  requestCode: string | null;
  confirmed: boolean;
};
export type PlacedOrder = { readonly customer: number; readonly orderId: string };

export type Ledger = {
  orders: PlacedOrder[];
  refusedOrders: number;
  deposits: Deposit[];
  withdrawals: Withdrawal[];
  unknown: number;
};

const network = 'Ethereum (local)';

export class Load {
  readonly ledger: Ledger = { orders: [], refusedOrders: 0, deposits: [], withdrawals: [], unknown: 0 };
  customers: TestCustomer[] = [];
  readonly #url: string;
  readonly #random: () => number;
  #running = false;
  #loops: Promise<void>[] = [];
  #unique = 0;
  #usdt = '';
  #provider = '';

  constructor(url: string, random: () => number) {
    this.#url = url;
    this.#random = random;
  }

  /** Registers and funds the customers; the server is whole at this point. */
  async prepare(count: number): Promise<void> {
    for (let i = 0; i < count; i++) {
      const customer = await registerCustomer(
        this.#url,
        `torture${i}x${Math.floor(this.#random() * 1e9)}`,
        1,
      );
      this.customers.push(customer);
    }
    const products = (await this.#customer(0).api.call('GetProducts', { OMSId: 1 })) as {
      Product: string;
      ProductId: string;
    }[];
    this.#usdt = products.find((one) => one.Product === 'USDT')?.ProductId ?? '';
    const types = (await this.#customer(0).api.call('GetDepositTemplateTypes', {
      OMSId: 1,
      ProductId: this.#usdt,
    })) as {
      TemplateTypes: { DisplayName: string; AccountProviderId: string }[];
    };
    this.#provider = types.TemplateTypes.find((one) => one.DisplayName === network)?.AccountProviderId ?? '';
    for (let i = 0; i < count; i++) await this.#deposit(i, '5000');
    for (let i = 0; i < count; i++) await this.#untilAvailable(i, 5000);
  }

  start(): void {
    this.#running = true;
    this.#loops = this.customers.flatMap((_, i) => [
      this.#loop(() => this.#order(i), 15),
      this.#loop(() => this.#deposit(i), 700),
      this.#loop(() => this.#withdraw(i), 900),
    ]);
  }

  async stop(): Promise<void> {
    this.#running = false;
    await Promise.all(this.#loops);
  }

  /** Sessions survive a restart; a new one is opened if they do not. */
  async signInAgain(): Promise<void> {
    this.customers = await Promise.all(this.customers.map((customer) => signInCustomer(this.#url, customer)));
  }

  async #loop(step: () => Promise<void>, pauseMs: number): Promise<void> {
    while (this.#running) {
      try {
        await step();
      } catch {
        this.ledger.unknown += 1; // the answer never came: whether it happened is for the books to say
        await new Promise((next) => setTimeout(next, 100));
      }
      await new Promise((next) => setTimeout(next, pauseMs * (0.5 + this.#random())));
    }
  }

  async #order(i: number): Promise<void> {
    const customer = this.#customer(i);
    const buy = this.#random() < 0.5;
    const marketable = this.#random() < 0.3;
    const answer = (await customer.api.call('SendOrder', {
      OMSId: 1,
      AccountId: customer.accountId,
      InstrumentId: await this.#ethUsdt(customer),
      Side: buy ? 0 : 1,
      TimeInForce: 1,
      ...(marketable
        ? { OrderType: 1, Value: '25' }
        : { OrderType: 2, Quantity: '0.01', LimitPrice: buy ? '2000' : '4500' }),
    })) as { status?: string; OrderId?: string };
    if (answer.status === 'Accepted' && answer.OrderId !== undefined)
      this.ledger.orders.push({ customer: i, orderId: answer.OrderId });
    else this.ledger.refusedOrders += 1;
    if (this.#random() < 0.5)
      await customer.api.call('CancelAllOrders', { OMSId: 1, AccountId: customer.accountId });
  }

  async #deposit(i: number, fixed?: string): Promise<void> {
    const customer = this.#customer(i);
    const deposit: Deposit = { customer: i, amount: fixed ?? this.#uniqueAmount(20), acknowledged: false };
    const info = (await customer.api.call('GetDepositInfo', {
      OMSId: 1,
      AccountId: customer.accountId,
      ProductId: this.#usdt,
      AccountProviderId: this.#provider,
      GenerateNewKey: false,
    })) as { DepositInfo: string };
    const address = (JSON.parse(info.DepositInfo) as string[])[0];
    if (fixed === undefined) this.ledger.deposits.push(deposit);
    await customer.api.local('faucet', { network, address, product: 'USDT', amount: deposit.amount });
    deposit.acknowledged = true;
  }

  async #withdraw(i: number): Promise<void> {
    const customer = this.#customer(i);
    const receiver = privateKeyToAddress(generatePrivateKey());
    const withdrawal: Withdrawal = {
      customer: i,
      amount: this.#uniqueAmount(5),
      receiver,
      requestCode: null,
      confirmed: false,
    };
    this.ledger.withdrawals.push(withdrawal);
    const answer = (await customer.api.call('CreateWithdrawTicket', {
      OMSId: 1,
      AccountId: customer.accountId,
      ProductId: this.#usdt,
      AccountProviderId: this.#provider,
      Amount: withdrawal.amount,
      TemplateType: 'ToExternalEthereumAddress',
      TemplateForm: JSON.stringify({
        TemplateType: 'ToExternalEthereumAddress',
        ExternalAddress: receiver,
        Comment: '',
      }),
    })) as { result: boolean; detail: string };
    if (!answer.result) {
      this.ledger.withdrawals.splice(this.ledger.withdrawals.indexOf(withdrawal), 1);
      return;
    }
    withdrawal.requestCode = answer.detail;
    const code = await this.#confirmationCode(customer, receiver);
    const confirmed = (await customer.api.call('ConfirmWithdraw', {
      UserId: customer.userId,
      VerifyCode: code,
    })) as { result: boolean };
    withdrawal.confirmed = confirmed.result;
  }

  async #confirmationCode(customer: TestCustomer, receiver: string): Promise<string> {
    for (let tries = 0; tries < 100; tries++) {
      const answer = await fetch(`${this.#url}/local/mail?to=${encodeURIComponent(customer.email)}`, {
        headers: { accept: 'application/json' },
      });
      const mails = (await answer.json()) as { text: string; links: string[] }[];
      const mail = mails.find((one) => one.text.includes(receiver));
      const link = mail?.links.find((one) => one.includes('/confirm-withdraw'));
      if (link !== undefined) return new URL(link).searchParams.get('verifycode') ?? '';
      await new Promise((next) => setTimeout(next, 100));
    }
    throw new Error('the confirmation mail did not come');
  }

  #ethUsdtId: string | undefined;
  async #ethUsdt(customer: TestCustomer): Promise<string> {
    if (this.#ethUsdtId !== undefined) return this.#ethUsdtId;
    const instruments = (await customer.api.call('GetInstruments', { OMSId: 1 })) as {
      Symbol: string;
      InstrumentId: string;
    }[];
    const id = instruments.find((one) => one.Symbol === 'ETHUSDT')?.InstrumentId;
    if (id === undefined) throw new Error('there is no ETHUSDT');
    this.#ethUsdtId = id;
    return id;
  }

  async #untilAvailable(i: number, atLeast: number): Promise<void> {
    for (let tries = 0; tries < 600; tries++) {
      const customer = this.#customer(i);
      const positions = (await customer.api.call('GetAccountPositions', {
        OMSId: 1,
        AccountId: customer.accountId,
      })) as {
        ProductId: string;
        Amount: string;
      }[];
      if (Number(positions.find((one) => one.ProductId === this.#usdt)?.Amount ?? 0) >= atLeast) return;
      await new Promise((next) => setTimeout(next, 100));
    }
    throw new Error('the first deposit never arrived');
  }

  #customer(i: number): TestCustomer {
    const customer = this.customers[i];
    if (!customer) throw new Error(`there is no customer ${i}`);
    return customer;
  }

  /** Whole units plus a unique tail of micro units. */
  #uniqueAmount(whole: number): string {
    this.#unique += 1;
    return formatUnits(BigInt(whole) * 1_000_000n + BigInt(this.#unique), 6);
  }

  get usdt(): string {
    return this.#usdt;
  }
}
