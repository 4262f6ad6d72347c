/** Many withdrawals of one balance at the same time, through the writer and PostgreSQL: never an overdraft. */
import { accountId, houseAccounts, minor, productId, sequence, ticketId } from '@salar/protocol';
import type { AccountId, Command, HoldWithdrawal } from '@salar/protocol';
import { Engine } from '@salar/engine';
import { readJournal } from '@salar/store';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { Dice, createSeededRandom } from '@salar/testing/seeded-random';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decodeCommands } from './restore.ts';
import { Sequencer } from './sequencer.ts';

const rounds = 100;
const parallel = 200;
const cop = productId(5);
const balance = 10_000n;
const dailyLimit = 6_000n;

let store: TestDatabase;
let sequencer: Sequencer;
beforeAll(async () => {
  store = await openTestDatabase();
  sequencer = await Sequencer.open({
    database: store.database,
    now: () => Date.UTC(2026, 0, 5, 12), // no day changes during a round
    onFatal: (error) => {
      throw error;
    },
  });
  await submitAll([
    { type: 'DefineProduct', productId: cop, symbol: 'COP', name: 'Peso', kind: 'fiat', decimals: 2 },
    { type: 'SetReferencePrice', productId: cop, price: minor(100n) },
    { type: 'DefineLevel', level: 1, dailyLimit: null, monthlyLimit: null },
    { type: 'DefineLevel', level: 2, dailyLimit: minor(dailyLimit), monthlyLimit: null },
  ]);
});
afterAll(async () => {
  await sequencer?.close();
  await store?.close();
});

const submitAll = (commands: readonly Command[]) =>
  Promise.all(commands.map((command) => sequencer.submit<Command>(command)));

/** Opens a customer account with a balance; every second one has a limit below it. */
async function openCustomer(round: number): Promise<AccountId> {
  const account = accountId(1001 + round);
  await submitAll([
    { type: 'OpenAccount', accountId: account, kind: 'customer' },
    { type: 'SetAccountLevel', accountId: account, level: 1 + (round % 2) },
    {
      type: 'TransferFunds',
      sourceAccountId: houseAccounts.operatorFunding,
      targetAccountId: account,
      productId: cop,
      amount: minor(balance),
      key: `round ${round}`,
    },
  ]);
  return account;
}

function listHolds(account: AccountId, round: number, dice: Dice): HoldWithdrawal[] {
  return Array.from({ length: parallel }, (_, index) => ({
    type: 'HoldWithdrawal',
    ticketId: ticketId(1 + round * parallel + index),
    accountId: account,
    productId: cop,
    amount: minor(BigInt(dice.int(11, 400))),
    fee: minor(10n),
  }));
}

const sumAmounts = (holds: readonly HoldWithdrawal[]) => holds.reduce((sum, { amount }) => sum + amount, 0n);

test(`${parallel} at once, ${rounds} rounds: what is held is what was accepted, and never more than the balance`, async () => {
  const dice = new Dice(createSeededRandom(7));
  for (let round = 0; round < rounds; round += 1) {
    const account = await openCustomer(round);
    const most = round % 2 === 0 ? balance : dailyLimit;
    const holds = listHolds(account, round, dice);
    const outcomes = await submitAll(holds);
    const accepted = holds.filter((_, index) => outcomes[index]?.ok === true);
    const total = sumAmounts(accepted);
    expect(total).toBeLessThanOrEqual(most);
    const { engine } = sequencer;
    expect(engine.position(account, cop)).toEqual({ total: balance, held: total });
    expect(engine.openHolds(account, cop)).toBe(total);
    expect(engine.withdrawalUsage(account, engine.lastAt).day).toBe(total);
    // A refused withdrawal must not have fitted next to the accepted ones.
    const smallest = holds
      .filter((hold) => !accepted.includes(hold))
      .reduce((a, b) => (a.amount < b.amount ? a : b));
    expect(total + smallest.amount).toBeGreaterThan(most);

    // All of them end at once, half of them twice and both ways: each ends once.
    const ends = accepted.flatMap(({ ticketId: id }, index): Command[] => {
      const settle: Command = { type: 'SettleWithdrawal', ticketId: id };
      const release: Command = { type: 'ReleaseWithdrawal', ticketId: id };
      return index % 2 === 0 ? [settle, release] : [release, settle];
    });
    await submitAll(ends);
    const spent = sumAmounts(accepted.filter((_, index) => index % 2 === 0));
    expect(engine.position(account, cop)).toEqual({ total: balance - spent, held: 0n });
    expect(engine.withdrawalUsage(account, engine.lastAt).day).toBe(spent);
  }
  sequencer.engine.checkInvariants();
});

test('the journal replays to the same state', async () => {
  const replayed = new Engine();
  for await (const row of readJournal(store.database, sequence(0))) {
    for (const [index, command] of decodeCommands(row).entries())
      replayed.apply(command, { sequence: sequence(row.firstSequence + index), at: row.at });
  }
  expect(replayed.lastSequence).toBe(sequencer.engine.lastSequence);
  expect(Buffer.compare(replayed.save(), sequencer.engine.save())).toBe(0);
});
