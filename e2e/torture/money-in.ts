/** Deposits on every rail: coins from the faucet, and lines of a bank's statement that an operator books. */
import type { BackOffice } from './back-office.ts';
import { pause } from './customers.ts';
import type { Customers } from './customers.ts';
import type { Deposit } from './ledger.ts';
import { rails, formatRailAmount } from './rails.ts';
import type { Rail } from './rails.ts';

const largeShare = 0.15;
const firstPatienceMs = 60_000;

export class MoneyIn {
  readonly #customers: Customers;
  readonly #office: BackOffice;

  constructor(customers: Customers, office: BackOffice) {
    this.#customers = customers;
    this.#office = office;
  }

  /** Funds a customer on every rail. @throws when a product was not credited in time */
  async first(i: number): Promise<void> {
    await Promise.all(rails.map((rail) => this.send(i, rail, rail.large)));
    await this.#untilFunded(i);
  }

  async #untilFunded(i: number): Promise<void> {
    const products = new Set(rails.map(({ product }) => product));
    const deadline = Date.now() + firstPatienceMs;
    for (;;) {
      const rows = await this.#customers.list<{ ProductSymbol: string; Amount: string }>(
        i,
        'GetAccountPositions',
        {},
      );
      const missing = [...products].filter(
        (product) => Number(rows.find((row) => row.ProductSymbol === product)?.Amount ?? 0) === 0,
      );
      if (missing.length === 0) return;
      if (Date.now() > deadline) throw new Error(`the first ${missing.join(', ')} never arrived`);
      await pause(100);
    }
  }

  async one(i: number): Promise<void> {
    const rail = this.#customers.pick(rails);
    await this.send(i, rail, this.#customers.random() < largeShare ? rail.large : rail.deposit);
  }

  /** Sends `base` and a small unique amount. */
  async send(i: number, rail: Rail, base: bigint): Promise<Deposit> {
    const amount = base + this.#customers.next() * rail.step;
    const isBank = rail.kind === 'bank';
    const to = isBank ? this.#customers.at(i).userName : await this.addressOf(i, rail);
    const deposit: Deposit = { customer: i, rail, amount, to, reference: null };
    this.#customers.ledger.deposits.push(deposit);
    await (isBank ? this.#throughBank(deposit) : this.#onChain(deposit));
    return deposit;
  }

  async #onChain(deposit: Deposit): Promise<void> {
    const { customer, rail, amount, to: address } = deposit;
    const { network, product } = rail;
    try {
      const request = { network, address, product, amount: formatRailAmount(rail, amount) };
      const sent = (await this.#customers.at(customer).api.local('faucet', request)) as { txId: string };
      deposit.reference = sent.txId;
    } catch (error) {
      await this.#customers.afterTrouble(customer, error); // the chain decides whether the coins were sent
    }
  }

  async #throughBank(deposit: Deposit): Promise<void> {
    const { rail, amount, to } = deposit;
    const reference = `in-${amount}`;
    const params = {
      provider: rail.provider,
      customer: to,
      amount: formatRailAmount(rail, amount),
      reference,
    };
    await this.#office.book(params);
    deposit.reference = reference;
  }

  async addressOf(i: number, rail: Rail): Promise<string> {
    const info = (await this.#customers.callWithRetry(i, 'GetDepositInfo', {
      ProductId: this.#customers.productId(rail.product),
      AccountProviderId: rail.providerId,
      GenerateNewKey: false,
    })) as { DepositInfo: string };
    return (JSON.parse(info.DepositInfo) as string[])[0] ?? '';
  }
}
