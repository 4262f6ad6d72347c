/** Somebody with write access to the database, and without the key of the journal's MACs, changes the books. */
import { encodeBatch, houseAccounts, millis, minor, sequence } from '@salar/protocol';
import type { Command, Sequence } from '@salar/protocol';
import { Engine, engineVersion } from '@salar/engine';
import { buildMarketSetup, getCustomerAccount, usdt } from '@salar/testing/market';
import { deriveJournalKey, readJournalHead, readSnapshot, rowAfter, saveSnapshot } from '@salar/store';
import type { JournalProof } from '@salar/store';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Sequencer } from './sequencer.ts';

const maria = getCustomerAccount(0);
const credit: Command = {
  type: 'TransferFunds',
  sourceAccountId: houseAccounts.operatorFunding,
  targetAccountId: maria,
  productId: usdt,
  amount: minor(1_000_000_000_000n),
  key: 'a present',
};

/** Differs from what the exchange appends: the same command in the same millisecond would be the same row. */
const forged: Command = { ...credit, key: 'a forged present' };

const first = { id: 1, key: new Uint8Array(32).fill(7) };
const second = { id: 2, key: new Uint8Array(32).fill(8) };

let store: TestDatabase;
let from: Sequence | null;
let lines: string[];
let isTrusted: boolean;
let secrets: readonly { readonly id: number; readonly key: Uint8Array }[];
beforeEach(async () => {
  store = await openTestDatabase();
  [from, lines, isTrusted] = [null, [], true];
  secrets = [first];
});
afterEach(() => store.close());

function open(): Promise<Sequencer> {
  const proof: JournalProof = {
    key: deriveJournalKey(secrets),
    from,
    begin: (first, former) => {
      if (former.rows > 0 && !isTrusted) throw new Error('nobody trusts the journal');
      from = first;
    },
  };
  return Sequencer.open({
    database: store.database,
    proof,
    onFatal: () => undefined,
    log: (line) => lines.push(line),
  });
}

/** Trades a little, and stops with a snapshot. @returns the balance of a customer */
async function trade(): Promise<bigint> {
  const sequencer = await open();
  for (const command of buildMarketSetup({ customers: 1 })) await sequencer.submit(command);
  await sequencer.projected();
  const { total } = sequencer.engine.position(maria, usdt);
  await sequencer.close();
  return total;
}

/** Appends a credit as the exchange would, but for the MAC. */
async function appendCredit(mac: Uint8Array | null): Promise<void> {
  const head = await readJournalHead(store.database);
  const [lease] = await store.database.query<{ epoch: number }>('SELECT epoch FROM writer_lease');
  const payload = encodeBatch({ engineVersion, commands: [forged] });
  const batch = { epoch: lease?.epoch ?? 0, count: 1, at: Date.now(), payload };
  const row = rowAfter(head, batch);
  await store.database.query('INSERT INTO journal VALUES ($1, $2, $3, $4, $5, $6, $7, $8)', [
    row.firstSequence,
    row.count,
    row.epoch,
    row.at,
    row.previousHash,
    row.hash,
    row.payload,
    mac,
  ]);
}

test('a row that the exchange did not append is refused at the next start, also with the MAC of another row', async () => {
  await trade();
  const [last] = await store.database.query<{ mac: Uint8Array }>(
    'SELECT mac FROM journal ORDER BY first_sequence DESC LIMIT 1',
  );
  expect(last?.mac).toHaveLength(32);
  await appendCredit(null);
  await expect(open()).rejects.toThrow('was not written by this exchange');
  await appendCredit(last?.mac ?? null);
  await expect(open()).rejects.toThrow('was not written by this exchange');
});

test('a row that somebody appends while the exchange runs stops it, and is not applied', async () => {
  await trade();
  const sequencer = await open();
  const { total } = sequencer.engine.position(maria, usdt);
  await appendCredit(null);
  await expect(sequencer.submit(credit)).rejects.toThrow();
  await sequencer.close();
  await expect(open()).rejects.toThrow('was not written by this exchange');
  expect(sequencer.engine.position(maria, usdt).total).not.toBe(total + 2n * credit.amount);
});

test('a forged snapshot changes no balance, and raises an alert', async () => {
  const before = await trade();
  const [newest] = await store.database.query<{ sequence: Sequence }>(
    'SELECT sequence FROM snapshot ORDER BY sequence DESC LIMIT 1',
  );
  const at = sequence(newest?.sequence ?? 0);
  const honest = await readSnapshot(store.database, at);
  if (honest === null) throw new Error('there is a snapshot');
  const engine = Engine.load(honest.payload);
  engine.apply(credit, { sequence: sequence(at + 1), at: millis(Date.now()) });
  const forged = Buffer.from(engine.save());
  // The state of one command later, under the number of the newest: its hash is right.
  await saveSnapshot(store.database, { ...honest, payload: forged });
  expect(await readSnapshot(store.database, at)).toMatchObject({ sequence: at });
  const sequencer = await open();
  expect(sequencer.engine.position(maria, usdt).total).toBe(before);
  expect(lines.filter((line) => line.startsWith('ALERT: the snapshot'))).not.toHaveLength(0);
  await sequencer.close();
});

test('a journal of a version without MACs is taken once, with its snapshots', async () => {
  const former = await Sequencer.open({ database: store.database, onFatal: () => undefined });
  for (const command of buildMarketSetup({ customers: 1 })) await former.submit(command);
  await former.projected();
  const { total } = former.engine.position(maria, usdt);
  const { sequence: end } = former.status();
  await former.close();
  const sequencer = await open();
  expect(from).toBe(end + 1);
  expect(lines).toEqual([]); // the snapshot was proved, not replaced by a replay
  expect(sequencer.engine.position(maria, usdt).total).toBe(total);
  await sequencer.submit({ ...credit, key: 'honest' });
  await sequencer.close();
  await (await open()).close();
  await appendCredit(null);
  await expect(open()).rejects.toThrow('was not written by this exchange');
});

test('a journal of a version without MACs is not opened until it is trusted; one that this exchange proved needs no decision', async () => {
  const former = await Sequencer.open({ database: store.database, onFatal: () => undefined });
  for (const command of buildMarketSetup({ customers: 1 })) await former.submit(command);
  await former.projected();
  await former.close();
  isTrusted = false;
  await expect(open()).rejects.toThrow('nobody trusts the journal');
  expect(await store.database.query('SELECT 1 FROM snapshot WHERE mac IS NOT NULL')).toEqual([]);
  isTrusted = true;
  const sequencer = await open();
  await sequencer.submit({ ...credit, key: 'honest' });
  await sequencer.close();
  [from, isTrusted] = [null, false]; // as on another machine with the same keys
  await (await open()).close();
  expect(from).not.toBeNull();
});

test('the key of the MACs is replaced: the former one is needed until the new one has proved the end', async () => {
  const total = await trade();
  secrets = [second];
  await expect(open()).rejects.toThrow('has a MAC of key 1, which is not among the keys');
  secrets = [second, first];
  const sequencer = await open();
  expect(sequencer.engine.position(maria, usdt).total).toBe(total);
  expect(lines).toEqual([]); // the snapshot was proved by the former key
  await sequencer.submit({ ...credit, key: 'honest' });
  await sequencer.close();
  secrets = [second];
  lines = [];
  await (await open()).close();
  expect(lines).toEqual([]); // the snapshot has a MAC of the new key
  secrets = [first];
  await expect(open()).rejects.toThrow('has a MAC of key 2');
});

test('a journal that ends before its MACs began is refused', async () => {
  await trade();
  from = sequence(10_000);
  await expect(open()).rejects.toThrow('after a restore of an older copy');
});
