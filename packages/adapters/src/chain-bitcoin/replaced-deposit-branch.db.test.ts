/** The key of deposit addresses of Bitcoin is replaced, with the real signer on a regtest node. */
import { SeedKeys } from '@salar/signer/keys/seed-keys';
import { listHeldDeposits } from '@salar/store/tables/chains/exposed-deposits';
import { bitcoinProduct, openBitcoinExchange } from '@salar/testing/bitcoin-exchange';
import type { BitcoinExchange } from '@salar/testing/bitcoin-exchange';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { world } from '@salar/testing/ticket-world';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { bitcoinAddresses } from './bitcoin-addresses.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const { maria } = world;
const bitcoin = 10n ** 8n;
const outsider = 'bcrt1q6rz28mcfaxtmd6v789l9rrlrusdprr9pz3cppk';

let data: TestDatabase;
let exchange: BitcoinExchange;
let former: string;
let present: string;

beforeAll(async () => {
  data = await openTestDatabase();
  exchange = await openBitcoinExchange(data.database);
  await exchange.reopen({ reconcileEveryMs: 0 });
  former = await exchange.getDepositAddress(maria);
});
afterAll(async () => {
  await exchange?.close();
  await data?.close();
});

async function startWith(compromisedBranches: readonly number[]): Promise<void> {
  const seed = new SeedKeys(exchange.seed, 'regtest');
  const branches = [{ xpub: seed.depositXpub('bitcoin') }, { xpub: seed.depositXpub('bitcoin', 1) }];
  await exchange.startSigner(new Map(), { bitcoin: branches });
  const { client, wallet } = exchange;
  const settings = { ...exchange.network, compromisedBranches };
  const scheme = bitcoinAddresses(wallet, settings.kind);
  const networks = [{ family: 'bitcoin', settings, client, scheme, wallet } as const];
  await exchange.reopen({ networks, reconcileEveryMs: 0 });
}

async function settle(blocks = 5): Promise<void> {
  for (let block = 0; block < blocks; block += 1) {
    await exchange.pass(1);
    expect(await exchange.isBalanced()).toBe(true);
  }
}

function available(): bigint {
  const { total, held } = exchange.engine.position(maria, bitcoinProduct);
  return total - held;
}

test('deposits to both addresses are credited, and payments spend both', async () => {
  await settle(2);
  await startWith([]);
  present = await exchange.getDepositAddress(maria);
  expect(present).not.toBe(former);
  await exchange.pay({ address: former, amount: 2n * bitcoin }, { address: present, amount: 3n * bitcoin });
  await settle();
  expect(available()).toBe(5n * bitcoin);
  const ticketId = await exchange.withdraw((9n * bitcoin) / 2n, outsider);
  await settle();
  const [payment] = await data.database.query<{ plan: string }>(
    'SELECT plan FROM payment_attempt WHERE ticket_id = $1',
    [ticketId],
  );
  const { inputs } = JSON.parse(payment?.plan ?? '') as { inputs: { branch: number; index: number }[] };
  expect(inputs).toMatchObject([
    { branch: 0, index: 2 ** 31 + 1 },
    { branch: 0, index: 1 },
  ]);
  const [ticket] = await exchange.services.withdrawals.list({ accountId: maria, startIndex: 0, limit: 1 });
  expect(ticket).toMatchObject({ ticketId, status: 'FullyProcessed' });
  expect(exchange.alerts).toEqual([]);
});

test('once others may have the former key, deposits there are swept first and credited then', async () => {
  await startWith([0]);
  const before = available();
  await exchange.pay({ address: former, amount: bitcoin }, { address: present, amount: bitcoin });
  await settle(2);
  expect(available()).toBe(before + bitcoin);
  expect(await listHeldDeposits(data.database, 10)).toMatchObject([{ toAddress: former }]);
  await settle();
  expect(available()).toBe(before + 2n * bitcoin);
  const moves = await data.database.query('SELECT kind, status, address_index FROM house_move');
  expect(moves).toEqual([{ kind: 'sweep', status: 'Final', address_index: 1 }]);
  expect(await exchange.isBalanced()).toBe(true);
});
