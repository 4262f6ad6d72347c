/** Many payouts on a network with all failures in turn: crashes, lost pools, longer branches, stuck payments. */
import { randomBytes } from 'node:crypto';
import { assert, houseAccounts, minor, userId } from '@salar/protocol';
import type { TicketId } from '@salar/protocol';
import { sumUnspent } from '@salar/store/tables/chains/bitcoin-outputs';
import { bitcoinProduct, openBitcoinExchange } from '@salar/testing/bitcoin-exchange';
import { openTestDatabase } from '@salar/testing/postgres';
import { Dice, createSeededRandom } from '@salar/testing/seeded-random';
import { world } from '@salar/testing/ticket-world';
import { HDKey } from '@scure/bip32';
import { expect, test } from 'vitest';
import { toBitcoinAddress } from './bitcoin-addresses.ts';

const steps =
  `confirmed accepted processing nonce_reserved payment_signed payment_stored payment_sent payment_seen settled
  finished`.split(/\s+/);
const customer = userId(7);
const bitcoin = 10n ** 8n;

/** `SALAR_TEST_PAYOUTS`, as for EVM networks, runs more. */
const isLong = process.env['SALAR_TEST_PAYOUTS'] !== undefined;
const payouts = isLong ? 60 : 30;
const seeds = isLong ? [20_260_105, 7, 1_789] : [20_260_105];

test.each(seeds)(
  'payouts among crashes, branches and replacements are each paid once, seed %i',
  async (seed) => {
    const data = await openTestDatabase();
    const exchange = await openBitcoinExchange(data.database);
    const dice = new Dice(createSeededRandom(seed));
    const address = await exchange.getDepositAddress(world.maria);
    const hot = Array.from({ length: 12 }, () => ({ address: exchange.hotAddress, amount: bitcoin }));
    await exchange.pay({ address, amount: 30n * bitcoin }, ...hot);
    await exchange.pass(8); // deeper than any branch here
    const firstHeight = await exchange.client.height();

    let crashAt: string | null = null;
    let crashes = 0;
    const onStep = (step: string) => {
      if (step !== crashAt) return;
      crashAt = null;
      crashes += 1;
      throw new Error('crash');
    };
    await exchange.reopen({ onStep });
    const paid = new Map<string, bigint>();
    const tickets: TicketId[] = [];

    const ask = async () => {
      const to = toBitcoinAddress(HDKey.fromMasterSeed(randomBytes(32)), 'regtest');
      const amount = BigInt(dice.int(50_000, 60_000_000));
      const made = await exchange.services.withdrawals.create({
        userId: customer,
        accountId: world.maria,
        productId: bitcoinProduct,
        amount: minor(amount),
        templateForm: JSON.stringify({ ExternalAddress: to }),
        requestIp: null,
      });
      assert(made.ok, 'the withdrawal is possible');
      const mail = exchange.mails.find(({ dedupKey }) => dedupKey === `withdrawal:${made.value.ticketId}`);
      assert(mail?.notification.kind === 'confirm_withdrawal', 'a mail was sent');
      const { code } = mail.notification;
      await exchange.services.withdrawals.confirm({ userId: customer, code }).catch(() => undefined); // it crashed, and was confirmed
      paid.set(to, amount - made.value.fee);
      tickets.push(made.value.ticketId);
    };
    const trouble: Record<string, () => Promise<unknown> | void> = {
      crash: () => void (crashAt = dice.pick(steps)),
      branch: () => exchange.node.reorg(dice.int(1, 4), dice.chance(0.5)),
      'lost pool': () => exchange.node.mempool.reset(),
      'long wait': () => data.database.query('UPDATE payment_attempt SET signed_height = signed_height - 20'),
    };

    for (let round = 0; round < payouts; round += 1) {
      await ask();
      await trouble[dice.pick(Object.keys(trouble))]?.();
      for (const blocks of [0, dice.int(0, 1)]) {
        await exchange.pass(blocks).catch(() => exchange.reopen({ onStep }));
      }
    }
    crashAt = null;
    await exchange.reopen();
    const statuses = async () => {
      const page = { accountId: world.maria, startIndex: 0, limit: 1000 };
      return (await exchange.services.withdrawals.list(page)).map(({ status }) => status);
    };
    for (
      let turns = 0;
      turns < 200 && (await statuses()).some((status) => status !== 'FullyProcessed');
      turns += 1
    )
      await exchange.pass(1);
    await exchange.pass(3);

    expect(new Set(await statuses())).toEqual(new Set(['FullyProcessed']));
    expect(new Set(tickets).size).toBe(payouts);
    const attempts = await data.database.query('SELECT 1 AS one FROM payment_attempt');
    expect(attempts.length).toBeGreaterThan(payouts);
    expect(crashes).toBeGreaterThan(5);
    const received = new Map<string, bigint>();
    for (let height = firstHeight - 10; height <= (await exchange.client.height()); height += 1) {
      const block = await exchange.client.block(height);
      for (const { to, amount } of block?.transfers ?? [])
        if (paid.has(to)) received.set(to, (received.get(to) ?? 0n) + amount);
    }
    expect(received).toEqual(paid);
    expect(exchange.engine.position(houseAccounts.custody, bitcoinProduct).total).toBe(
      -(await sumUnspent(data.database, exchange.network.chainId)),
    );
    await exchange.close();
    await data.close();
  },
  600_000,
);
