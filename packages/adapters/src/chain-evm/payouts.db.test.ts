/**
 * Many payouts, every one interrupted by a crash at one of its steps: the chain counts each once.
 * `SALAR_TEST_PAYOUTS=1000` takes longer.
 */
import { minor, userId } from '@salar/protocol';
import { localContracts } from '@salar/services';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { openTicketWorld, world } from '@salar/testing/ticket-world';
import type { TicketWorld } from '@salar/testing/ticket-world';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';

const { usdt } = world.ids;
const { maria } = world;
const payouts = Number(process.env['SALAR_TEST_PAYOUTS'] ?? 36);
const batch = 36;
const amount = minor(5_000_000n);
const net = 4_000_000n;
/** Steps of the worker; those of the request itself are crashed one by one in the other withdrawal tests. */
const steps = [
  'accepted',
  'processing',
  'nonce_reserved',
  'payment_signed',
  'payment_stored',
  'payment_sent',
  'payment_seen',
  'settled',
  'finished',
];

let data: TestDatabase;
let exchange: TicketWorld;

beforeAll(async () => {
  data = await openTestDatabase();
  exchange = await openTicketWorld(data.database);
  const { faucet } = exchange.anvil;
  const total = BigInt(payouts) * amount;
  await faucet.send({ address: exchange.hotAddress, contract: null, amount: 100n * 10n ** 18n });
  await faucet.send({ address: exchange.hotAddress, contract: localContracts.usdt, amount: total });
  await faucet.send({
    address: await exchange.getDepositAddress(maria),
    contract: localContracts.usdt,
    amount: total,
  });
  await exchange.pass(2);
});
afterAll(async () => {
  await exchange?.close();
  await data?.close();
});

test('payouts with a crash at every step are each paid exactly once', async () => {
  const receivers = Array.from({ length: payouts }, () => privateKeyToAddress(generatePrivateKey()));
  const crashed = new Set<number>();
  let crashes = 0;
  const onStep = (step: string, ticket: number) => {
    if (crashed.has(ticket) || steps[ticket % steps.length] !== step) return;
    crashed.add(ticket);
    crashes += 1;
    throw new Error(`crash after ${step}`);
  };
  await exchange.reopen({ onStep });
  for (let start = 0; start < payouts; start += batch) {
    for (const to of receivers.slice(start, start + batch)) await ask(to);
    await untilDone(async () => exchange.reopen({ onStep }));
  }

  expect(crashes).toBe(payouts);
  expect(await countPaid(receivers)).toEqual(new Map([[net, payouts]]));
  expect(exchange.engine.position(maria, usdt)).toMatchObject({ total: 0n, held: 0n });
}, 600_000);

async function ask(to: string): Promise<void> {
  const created = await exchange.services.withdrawals.create({
    userId: userId(7),
    accountId: maria,
    productId: usdt,
    amount,
    templateType: 'ToExternalEthereumAddress',
    templateForm: JSON.stringify({ ExternalAddress: to, Comment: '' }),
    requestIp: null,
  });
  if (!created.ok) throw new Error(created.refusal);
  const mail = exchange.mails.at(-1)?.notification;
  if (mail?.kind !== 'confirm_withdrawal') throw new Error('no mail was sent');
  const confirmed = await exchange.services.withdrawals.confirm({ userId: userId(7), code: mail.code });
  if (!confirmed.ok) throw new Error(confirmed.refusal);
}

/** Runs turn after turn, restarting after every crash, until nothing is held. */
async function untilDone(startAgain: () => Promise<unknown>): Promise<void> {
  while (exchange.engine.position(maria, usdt).held > 0n) {
    try {
      await exchange.pass(1);
    } catch (error) {
      if (!(error instanceof Error) || !error.message.startsWith('crash after')) throw error;
      await startAgain();
    }
  }
}

/** Counts how many receivers got each amount, according to the chain. */
async function countPaid(receivers: readonly string[]): Promise<ReadonlyMap<bigint, number>> {
  const counts = new Map<bigint, number>();
  for (const receiver of receivers) {
    const balance = await exchange.client.getBalance(usdt, receiver);
    counts.set(balance, (counts.get(balance) ?? 0) + 1);
  }
  return counts;
}
