/** The demo customer, as whom a newcomer can sign in. */
import { assert, minor } from '@salar/protocol';
import type { AccountId, Minor } from '@salar/protocol';
import type { Database } from '@salar/store';
import { findUserRowByLogin } from '@salar/store/tables/customers/users';
import type { User } from '@salar/store/tables/customers/users';
import type { EnginePort } from '@salar/services/ports/engine-port';
import type { RegistrationService } from '@salar/services/sign-in/registration-service';
import type { SeedProduct, SeedProducts } from './seed-products.ts';
import { transferOnce } from './transfer-once.ts';

export const demoLogin = { userName: 'demo', password: 'Demo-2026!', email: 'demo@salar.example' } as const;
const demoLevel = 1;

const demoFunds: Readonly<Record<SeedProduct, Minor>> = {
  BTC: minor(25_000_000n), // 0.25
  ETH: minor(4n * 10n ** 18n),
  USDT: minor(12_500n * 10n ** 6n),
  USDC: minor(3_000n * 10n ** 6n),
  COP: minor(15_000_000n * 100n),
  BRL: minor(8_000n * 100n),
};

/** Registers the demo customer through the ordinary registration, verifies them and gives them balances, once. */
export async function seedDemoCustomer(options: {
  readonly database: Database;
  readonly products: SeedProducts;
  readonly sequencer: EnginePort;
  readonly registration: Pick<RegistrationService, 'register'>;
}): Promise<void> {
  const { database, products, sequencer, registration } = options;
  const user =
    (await findUserRowByLogin(database, { userNameKey: demoLogin.userName, emailKey: demoLogin.email })) ??
    (await register(registration));
  await seedLevel(sequencer, user.accountId);
  for (const [symbol, amount] of Object.entries(demoFunds) as [SeedProduct, Minor][])
    await transferOnce(sequencer, {
      target: user.accountId,
      productId: products[symbol].productId,
      amount,
      key: `seed-1:demo:${symbol}`,
    });
}

async function register(registration: Pick<RegistrationService, 'register'>): Promise<User> {
  const registered = await registration.register({
    ...demoLogin,
    config: [],
    requestIp: '127.0.0.1',
    isEmailVerified: true,
  });
  assert(registered.ok, 'the demo customer may register');
  return registered.value;
}

async function seedLevel(sequencer: EnginePort, accountId: AccountId): Promise<void> {
  if ((sequencer.undurable.account(accountId)?.level ?? 0) >= demoLevel) return;
  const outcome = await sequencer.submit({ type: 'SetAccountLevel', accountId, level: demoLevel });
  assert(outcome.ok, 'the demo account is open and its level is defined');
}
