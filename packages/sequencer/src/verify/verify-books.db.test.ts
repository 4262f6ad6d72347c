import { millis, minor, ticketId, userId } from '@salar/protocol';
import type { Command } from '@salar/protocol';
import { Database } from '@salar/store';
import { insertWithdrawal } from '@salar/store/tables/tickets/withdrawals';
import { getCustomerAccount, buildManyOrders, buildMarketSetup, usdt } from '@salar/testing/market';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Sequencer } from '../sequencer.ts';
import { verifyBooks } from './verify-books.ts';

describe('verifying the books', () => {
  let store: TestDatabase;

  beforeEach(async () => {
    store = await openTestDatabase();
  });
  afterEach(() => store.close());

  const start = () =>
    Sequencer.open({
      database: store.database,
      snapshotEvery: 200,
      onFatal: (error) => {
        throw error;
      },
    });
  const trade = async () => {
    const sequencer = await start();
    await submitAll(sequencer, buildMarketSetup({ customers: 4 }));
    await submitAll(sequencer, buildManyOrders(500, 4));
    await submitAll(sequencer, [
      { type: 'CancelAllOrders', accountId: getCustomerAccount(0), instrumentId: 0 as never },
      { type: 'DefineLevel', level: 1, dailyLimit: null, monthlyLimit: null },
      { type: 'SetAccountLevel', accountId: getCustomerAccount(0), level: 1 },
      { type: 'SetReferencePrice', productId: usdt, price: minor(4000n) },
    ]);
    await sequencer.projected();
    return sequencer;
  };
  const differences = async () => (await verifyBooks(store.database)).findings.flatMap((one) => one.examples);

  test('finds nothing in correct books, running or stopped, empty or not', async () => {
    expect(await differences()).toEqual([]);
    const sequencer = await trade();
    const running = await verifyBooks(store.database);
    expect(running.findings.flatMap((one) => one.examples)).toEqual([]);
    expect(running.projectedSequence).toBe(sequencer.engine.lastSequence);
    const compared = Object.fromEntries(running.findings.map((one) => [one.what, one.compared]));
    expect(compared['ledger entries']).toBeGreaterThan(500);
    expect(compared['trades']).toBeGreaterThan(50);
    expect(compared['finished orders']).toBeGreaterThan(50);
    await sequencer.close();
    const stopped = await verifyBooks(store.database);
    expect(stopped.findings.flatMap((one) => one.examples)).toEqual([]);
    expect(stopped.findings.find((one) => one.what === 'snapshots')?.compared).toBeGreaterThan(0);
    expect(stopped.stateHash).toBe(running.stateHash);
  });

  test('needs no more than salar_reader may do, which changes nothing', async () => {
    const sequencer = await trade();
    await sequencer.close();
    const { socketDir = '', database = '' } = store.options;
    const url = `postgres:///${database}?host=${encodeURIComponent(socketDir)}&user=salar&options=-c%20role%3Dsalar_reader`;
    const reader = new Database({ connectionString: url, poolSize: 2 });
    const { findings, stateHash } = await verifyBooks(reader);
    expect(findings.flatMap((one) => one.examples)).toEqual([]);
    expect(stateHash).toBe((await verifyBooks(store.database)).stateHash);
    await expect(reader.query('SELECT 1 FROM user_session')).rejects.toThrow(/permission denied/);
    await expect(reader.query('INSERT INTO snapshot SELECT * FROM snapshot')).rejects.toThrow(
      /permission denied/,
    );
    await reader.close();
  });

  test.each([
    [
      'an amount in the ledger',
      'UPDATE ledger_entry SET amount = amount + 1 WHERE entry_id = 20',
      /entry 20: amount/,
    ],
    ['a balance', 'UPDATE ledger_entry SET balance = balance - 1 WHERE entry_id = 21', /entry 21: balance/],
    ['a missing entry', 'DELETE FROM ledger_entry WHERE entry_id = 30', /entry 30 is missing/],
    [
      'a surplus entry',
      `INSERT INTO ledger_entry SELECT entry_id + 100000, sequence, at, account_id, product_id,
      reference, counterparty, kind, reference_kind, amount, balance FROM ledger_entry WHERE entry_id = 1`,
      /there are/,
    ],
    [
      'an entry with the number of another',
      `INSERT INTO ledger_entry SELECT entry_id, sequence, at, account_id + 100, product_id,
      reference, counterparty, kind, reference_kind, 0, 0 FROM ledger_entry WHERE entry_id = 22`,
      /there are/,
    ],
    [
      'a fee of a trade',
      'UPDATE trade SET maker_fee = maker_fee + 1 WHERE trade_id = 3',
      /trade 3: maker.fee/,
    ],
    [
      'an order',
      `UPDATE order_history SET executed = executed + 1 WHERE order_id = (SELECT max(order_id) FROM
      order_history)`,
      /order \d+: executed/,
    ],
    [
      'the volume of a candle',
      'UPDATE candle SET volume = volume + 1 WHERE interval_seconds = 300',
      /instrument 1, 300 s from .*: volume/,
    ],
    [
      'a missing candle',
      'DELETE FROM candle WHERE interval_seconds = 60',
      /instrument 1, 60 s from .* missing/,
    ],
    [
      'a surplus candle',
      `INSERT INTO candle SELECT instrument_id, interval_seconds, false, begins_at + 86400000, open, high, low, close,
      volume, notional, trades, bid, ask FROM candle WHERE interval_seconds = 60`,
      /there are/,
    ],
    [
      'a snapshot',
      'UPDATE snapshot SET payload = set_byte(payload, 40, 255 - get_byte(payload, 40))',
      /is damaged/,
    ],
  ])('finds one unit planted in %s', async (_, sql, sentence) => {
    await (await trade()).close();
    await store.database.query(sql);
    const found = await differences();
    expect(found.length).toBeGreaterThan(0);
    expect(found.join('\n')).toMatch(sentence);
  });

  test.each([
    ['only the journal has', false, 'is a loss in the journal, not in its ticket'],
    ['only its ticket has', true, 'is no loss in the journal, but one in its ticket'],
  ])('finds a lost deposit that %s', async (_, isInTicket, sentence) => {
    const sequencer = await trade();
    const [row] = await store.database.query<{ key: string }>(
      `INSERT INTO deposit (ticket_id, request_code, key, chain_id, account_id, product_id, provider_id, amount, status,
         tx_id, position, from_address, to_address, confirmations_needed, created_at, updated_at, reversed_at)
       VALUES (78, 'code', 'evm:1:tx:0', 1, $1, $2, 1, 500, 'FullyProcessed', 'tx', '0', '', '', 2, 1, 1, $3)
       RETURNING key`,
      [getCustomerAccount(0), usdt, isInTicket ? 1 : null],
    );
    const key = row?.key ?? '';
    const credit: Command = {
      type: 'CreditDeposit',
      accountId: getCustomerAccount(0),
      productId: usdt,
      amount: minor(500n),
      key,
      ticketId: ticketId(78),
    };
    await submitAll(sequencer, [credit]);
    if (!isInTicket) await submitAll(sequencer, [{ type: 'ReverseDeposit', key }]);
    await sequencer.close();
    expect(await differences()).toEqual([`deposit 78 ${sentence}`]);
    await store.database.query('UPDATE deposit SET reversed_at = $1', [isInTicket ? null : 1]);
    expect(await differences()).toEqual([]);
  });

  test('finds a withdrawal ticket that differs from its hold', async () => {
    const sequencer = await trade();
    const hold = {
      type: 'HoldWithdrawal',
      ticketId: ticketId(77),
      accountId: getCustomerAccount(0),
      productId: usdt,
      amount: minor(1000n),
      fee: minor(10n),
    } as const;
    expect(await sequencer.submit(hold)).toMatchObject({ ok: true });
    await sequencer.close();
    expect(await differences()).toEqual([expect.stringContaining('ticket 77, which does not exist')]);
  });

  test('accepts a returned withdrawal for a failed ticket, and for no other end', async () => {
    const sequencer = await trade();
    const id = ticketId(78);
    const money = {
      ticketId: id,
      accountId: getCustomerAccount(0),
      productId: usdt,
      amount: minor(1000n),
      fee: minor(10n),
    };
    await submitAll(sequencer, [{ type: 'HoldWithdrawal', ...money }]);
    await submitAll(sequencer, [{ type: 'ReturnWithdrawal', ticketId: id }]);
    await sequencer.close();
    await insertWithdrawal(store.database, {
      ...money,
      requestCode: 'a request',
      userId: userId(1),
      providerId: 2,
      templateType: 'ToExternalEthereumAddress',
      templateForm: '{}',
      destination: '0xabc',
      mac: Buffer.alloc(32),
      requestIp: null,
      createdAt: millis(1),
    });
    const differencesIn = async (status: string) => {
      await store.database.query('UPDATE withdrawal SET status = $1, money_done = true', [status]);
      return differences();
    };
    expect(await differencesIn('Failed')).toEqual([]);
    for (const status of ['Rejected', 'UserCanceled', 'FullyProcessed'])
      expect(await differencesIn(status)).toEqual([expect.stringContaining('the money is returned')]);
  });
});

async function submitAll(sequencer: Sequencer, commands: readonly Command[]): Promise<void> {
  await Promise.all(commands.map((command) => sequencer.submit(command)));
}
