/** A negative fee on its way through journal and history. */
import { houseAccounts, minor } from '@salar/protocol';
import type { Command } from '@salar/protocol';
import { listLedgerEntries, listAccountTrades } from '@salar/store/projection/reads';
import { btcUsdt, getCustomerAccount, buildLimitOrder, buildMarketSetup, usdt } from '@salar/testing/market';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Sequencer } from '../sequencer.ts';
import { verifyBooks } from './verify-books.ts';

let store: TestDatabase;
beforeEach(async () => {
  store = await openTestDatabase();
});
afterEach(() => store.close());

test('a rebate is in history as it was paid, and the books verify with it', async () => {
  const sequencer = await Sequencer.open({
    database: store.database,
    onFatal: (error) => {
      throw error;
    },
  });
  const [maker, taker] = [getCustomerAccount(0), getCustomerAccount(1)];
  const commands: readonly Command[] = [
    ...buildMarketSetup({ customers: 2 }),
    {
      type: 'DefineFeeTiers',
      instrumentId: btcUsdt,
      tiers: [{ volumeMin: minor(0n), makerPpm: -100, takerPpm: 2000 }],
    },
    {
      type: 'TransferFunds',
      sourceAccountId: houseAccounts.operatorFunding,
      targetAccountId: houseAccounts.feeIncome,
      productId: usdt,
      amount: minor(5_000_000n),
      key: 'funds for the rebates',
    },
    buildLimitOrder({ account: maker, side: 'sell', price: 6_000_000, quantity: 100n }),
    buildLimitOrder({ account: taker, side: 'buy', price: 6_000_000, quantity: 100n }),
  ];
  for (const command of commands) expect((await sequencer.submit(command)).ok).toBe(true);
  await sequencer.projected();

  // 60 dollars are traded: 0.01 % of them are 0.006.
  const page = { startIndex: 0, limit: 10 };
  const [trade] = await listAccountTrades(store.database, { accountId: maker, ...page });
  expect(trade?.maker.fee).toBe(-6_000n);
  const lines = await listLedgerEntries(store.database, { accountId: maker, productId: usdt, ...page });
  const rebate = lines.find(({ kind }) => kind === 'fee');
  expect(rebate).toMatchObject({ amount: 6_000n, counterparty: houseAccounts.feeIncome });
  expect(rebate?.balance).toBe(sequencer.engine.position(maker, usdt).total);
  const { findings } = await verifyBooks(store.database);
  expect(findings.flatMap((one) => one.examples)).toEqual([]);
  await sequencer.close();
});
