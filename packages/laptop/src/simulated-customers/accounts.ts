/**
 * Accounts of the local profile's simulated customers: ordinary accounts, registered and funded like the demo
 * customer's.
 */
import { createHmac } from 'node:crypto';
import { assert, formatAmount, minor } from '@salar/protocol';
import type { AccountId, Minor, ProductId } from '@salar/protocol';
import { houseAccounts } from '@salar/protocol';
import type { Database } from '@salar/store';
import { findUserRowByLogin } from '@salar/store/tables/customers/users';
import type { EnginePort } from '@salar/services/ports/engine-port';
import type { RegistrationService } from '@salar/services/sign-in/registration-service';
import type { SeedProduct, SeedProducts } from '../seeds/seed-products.ts';

export const simulatedNames = ['sim-ana', 'sim-bruno', 'sim-camila', 'sim-diego', 'sim-elena'] as const;

/** The funds of each of them, in minor units: some 15,000 dollars of every product. */
const funds: Readonly<Record<SeedProduct, Minor>> = {
  BTC: minor(17_000_000n),
  ETH: minor(5n * 10n ** 18n),
  USDT: minor(15_000n * 10n ** 6n),
  USDC: minor(15_000n * 10n ** 6n),
  COP: minor(60_000_000n * 100n),
  BRL: minor(80_000n * 100n),
};
/** A product is topped up when less than this fraction is left. */
const topUpBelow = 4n;
const hourMs = 3_600_000;

/** Decimal text by product. */
export function simulatedFunds(products: SeedProducts): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(funds).map(([symbol, amount]) => [
      symbol,
      formatAmount(amount, products[symbol as SeedProduct].decimals),
    ]),
  );
}

export type SimulatedLogin = { readonly userName: string; readonly password: string };

/** @param key  32 bytes unique to this installation, so that no other person can sign in as one of them */
export function simulatedLogins(key: Uint8Array): readonly SimulatedLogin[] {
  return simulatedNames.map((userName) => ({
    userName,
    password: createHmac('sha256', key).update(userName).digest('base64url'),
  }));
}

type Options = {
  readonly database: Database;
  readonly products: SeedProducts;
  readonly sequencer: EnginePort;
  readonly registration: Pick<RegistrationService, 'register'>;
  readonly logins: readonly SimulatedLogin[];
};

/**
 * Registers missing ones, and tops up what they have spent. A repeat in the same hour adds nothing.
 *
 * @returns the logins of those who can trade: a name or an e-mail address that somebody else has registered is left
 * alone
 */
export async function seedSimulatedCustomers(
  options: Options,
  now: number,
): Promise<readonly SimulatedLogin[]> {
  const seeded: SimulatedLogin[] = [];
  for (const login of options.logins) {
    const accountId = await findOrRegister(options, login);
    if (accountId === null) continue;
    seeded.push(login);
    for (const [symbol, target] of Object.entries(funds) as [SeedProduct, Minor][])
      await topUp(options.sequencer, {
        accountId,
        symbol,
        productId: options.products[symbol].productId,
        target,
        name: login.userName,
        now,
      });
  }
  return seeded;
}

/** @returns null when the account is not that of the simulated customer */
async function findOrRegister(
  { database, registration }: Options,
  { userName, password }: SimulatedLogin,
): Promise<AccountId | null> {
  const email = `${userName}@salar.example`;
  const known = await findUserRowByLogin(database, { userNameKey: userName, emailKey: email });
  if (known) return known.userName === userName && known.email === email ? known.accountId : null;
  const registered = await registration.register({
    userName,
    email,
    password,
    config: [],
    requestIp: '127.0.0.1',
    isEmailVerified: true,
  });
  assert(registered.ok, `the simulated customer ${userName} may register`);
  return registered.value.accountId;
}

/** Transfers from the operator's funding account, through the ledger; the key makes it happen once an hour at most. */
async function topUp(
  sequencer: EnginePort,
  {
    accountId,
    symbol,
    productId,
    target,
    name,
    now,
  }: {
    readonly accountId: AccountId;
    readonly symbol: SeedProduct;
    readonly productId: ProductId;
    readonly target: Minor;
    readonly name: string;
    readonly now: number;
  },
): Promise<void> {
  const { total } = sequencer.undurable.position(accountId, productId);
  if (total * topUpBelow >= target) return;
  const outcome = await sequencer.submit({
    type: 'TransferFunds',
    sourceAccountId: houseAccounts.operatorFunding,
    targetAccountId: accountId,
    productId,
    amount: minor(target - total),
    key: `simulated:${name}:${symbol}:${Math.floor(now / hourMs)}`,
  });
  assert(outcome.ok, `the funds of ${name} in ${symbol} are a valid transfer`);
}
