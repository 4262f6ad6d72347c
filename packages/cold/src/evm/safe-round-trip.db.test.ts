/**
 * Cold storage from a burst of deposits to a refill, with everything real: the chain, the published contract of a Safe, the
 * signer, operators' requests, and owners who sign with the offline program.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { localContracts } from '@salar/services';
import { openSafeWorld } from '@salar/testing/cold/safe-world';
import type { SafeWorld } from '@salar/testing/cold/safe-world';
import { listOfflineInterfaces, runsWithoutNetwork } from '@salar/testing/cold/offline-owner';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { world } from '@salar/testing/ticket-world';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const { eth, usdt } = world.ids;
const ether = 10n ** 18n;
const dollar = 10n ** 6n;
/** Each block is a turn of the whole exchange, and each signature a process of its own. */
const timeout = 300_000;

let data: TestDatabase;
let cold: SafeWorld;
beforeAll(async () => {
  data = await openTestDatabase();
  cold = await openSafeWorld(data.database);
  await cold.pass(2);
}, timeout);
afterAll(async () => {
  await cold?.close();
  await data?.close();
});

/** Checks that the books are what hot wallets, deposit addresses and cold storage hold together, to the last unit. */
async function expectBooksHeld(): Promise<void> {
  for (const product of [eth, usdt]) {
    const { hot, cold: stored, books } = await cold.readShares(product);
    expect(hot + stored).toBe(books);
  }
  expect(cold.exchange.log.alerts.filter((alert) => /differ|ALERT: cold/.test(alert))).toEqual([]);
}

async function prepare(product: string, amount: string): Promise<{ id: string; path: string }> {
  const answer = await cold.act('refill prepare', { network: 'ethereum', product, amount });
  const [, id] = /^Refill (\d+) is prepared/.exec(answer.text) ?? [];
  if (answer.path === undefined || id === undefined) throw new Error(answer.text);
  return { id, path: answer.path };
}

async function signBy(path: string, amount: string, names: readonly string[]): Promise<void> {
  for (const owner of cold.owners.filter(({ name }) => names.includes(name))) {
    const { output, problem } = await owner.sign(path, cold.settings, amount);
    if (!output.includes('Signed.')) throw new Error(problem);
  }
}

const send = (refill: string, path: string) =>
  cold.act('refill send', { refill, file: readFileSync(path, 'utf8') });
const readStatus = async () => {
  const answer = await cold.act('refill list', {});
  return answer.ok ? answer.rows?.[0]?.['status'] : answer.text;
};

test(
  'a burst of deposits goes to the Safe, until the hot wallets are below their share',
  { timeout },
  async () => {
    await cold.deposit(null, 200n * ether);
    await cold.deposit(localContracts.usdt, 1_000_000n * dollar);
    const isWithin = async () => {
      const shares = [await cold.readShares(eth), await cold.readShares(usdt)];
      return shares.every(({ hot, owed }) => owed > 0n && hot <= owed / 20n);
    };
    for (let block = 0; block < 60 && !(await isWithin()); block += 1) await cold.pass(1);
    expect(await isWithin()).toBe(true);
    await cold.pass(12); // the fees of the last moves are booked
    await expectBooksHeld();
  },
);

describe.each([
  ['USDT', usdt, '5000', 5_000n * dollar, ['ana', 'carla', 'elena']],
  ['ETH', eth, '1.25', (5n * ether) / 4n, ['elena', 'diego', 'bruno']],
] as const)('a refill of %s', (symbol, product, amount, units, names) => {
  test('is signed by three owners, paid, and credited to no customer', { timeout }, async () => {
    const before = await cold.readShares(product);
    const { id, path } = await prepare(symbol, amount);
    await signBy(path, `${amount} ${symbol}`, names);
    expect(await send(id, path)).toMatchObject({ ok: true });
    expect(await readStatus()).toBe('Signed');
    const seen = new Set<string | undefined>();
    for (let block = 0; block < 40 && !seen.has('Final'); block += 1) {
      await cold.pass(1);
      seen.add(await readStatus());
      // The comparison counts fees of moves that are mined and not booked yet.
      expect(await cold.act('reconcile list', {})).toMatchObject({
        text: 'Everything agrees to the last unit.',
      });
    }
    seen.delete('Signed'); // while the hot wallet fills the gas wallet
    expect([...seen]).toEqual(['Sent', 'Final']);
    await expectBooksHeld();
    const after = await cold.readShares(product);
    expect(before.cold - after.cold).toBe(units);
    expect(after.owed).toBe(before.owed);
    const deposits = await data.database.query(`SELECT 1 FROM deposit WHERE from_address = $1`, [
      cold.coldAddress,
    ]);
    expect(deposits).toEqual([]);
  });
});

test.runIf(runsWithoutNetwork())('the offline program runs where there is no network', () => {
  expect(listOfflineInterfaces()).toBe('none');
});

describe('is refused:', () => {
  test('a refill without enough signatures, and one that was changed', { timeout }, async () => {
    const { id, path } = await prepare('USDT', '10');
    await signBy(path, '10 USDT', ['ana', 'bruno']);
    expect(await send(id, path)).toMatchObject({ text: 'the refill has 2 of 3 signatures' });
    const other = join(cold.folder, 'other.txt');
    const text = readFileSync(path, 'utf8');
    writeFileSync(other, text.replaceAll(/"nonce": "\d+"/g, '"nonce": "99"'));
    expect(await send(id, other)).toMatchObject({
      text: expect.stringContaining('not one over this transaction'),
    });
    writeFileSync(other, text.replace(/"signatures": \[[^]*\]/, '"signatures": []'));
    expect(await send(id, other)).toMatchObject({ text: 'the refill has 0 of 3 signatures' });
  });
});
