import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ClaimStore } from './claim-store.ts';
import type { ClaimEntry } from './claim-store.ts';

let folder: string;
let store: ClaimStore;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'salar-claims-'));
  store = new ClaimStore(folder);
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

async function reopen(): Promise<void> {
  await store.close();
  store = new ClaimStore(folder);
}

const entryOf = fc.record({
  owner: fc.constantFrom('ticket 1', 'ticket 2', 'ticket 11', 'move 1 refill'),
  claims: fc.dictionary(fc.constantFrom('1:nonce:1', '1:nonce:2', '2:nonce:1'), fc.constantFrom('', 'other')),
  sums: fc.dictionary(fc.constantFrom('paid 1 2 automatic', 'paid 1 22 automatic', 'burnt 1'), fc.nat(1000)),
  waitMs: fc.nat(50),
});

test('returns owners, holders and sums as a list of all entries would, also after a restart', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(entryOf, { maxLength: 30 }), fc.nat(1000), async (drafts, since) => {
      await store.close();
      rmSync(folder, { recursive: true, force: true });
      store = new ClaimStore(folder);
      let at = 1;
      const entries: ClaimEntry[] = [];
      for (const [place, { waitMs, sums, ...draft }] of drafts.entries()) {
        at += waitMs;
        const texts = Object.fromEntries(Object.entries(sums).map(([name, sum]) => [name, String(sum)]));
        entries.push({ ...draft, sums: texts, at, details: { place } });
      }
      for (const entry of entries) await store.append(entry);
      await reopen();

      expect(store.head.number).toBe(entries.length);
      for (const owner of ['ticket 1', 'ticket 2', 'ticket 11', 'move 1 refill', 'ticket 3'])
        expect(store.listOf(owner)).toEqual(
          entries.filter((one) => one.owner === owner).map(({ details }) => details),
        );
      for (const claim of ['1:nonce:1', '1:nonce:2', '2:nonce:1', '9:nonce:9']) {
        const holder = entries.findLast((one) => claim in one.claims);
        expect(store.findHolder(claim)).toEqual(
          holder && { owner: holder.owner, properties: holder.claims[claim], details: holder.details },
        );
      }
      for (const name of ['paid 1 2 automatic', 'paid 1 22 automatic', 'burnt 1', 'burnt 9']) {
        const counted = entries.filter((one) => one.at > since);
        const sum = counted.reduce((total, one) => total + BigInt(one.sums[name] ?? 0), 0n);
        expect(store.sumSince(name, since)).toBe(sum);
      }
    }),
    { numRuns: 30 },
  );
});

const entry = (at: number, amount = '5'): ClaimEntry => ({
  owner: 'ticket 1',
  claims: { '1:nonce:1': '' },
  sums: { 'burnt 1': amount },
  at,
  details: null,
});

test('a clock that was set back does not take entries out of an interval', async () => {
  await store.append(entry(1_000));
  await store.append(entry(400));
  expect(store.sumSince('burnt 1', 999)).toBe(10n);
  expect(store.sumSince('burnt 1', 1_000)).toBe(0n);
});

test('amounts of any size are added exactly', async () => {
  const large = 10n ** 60n + 1n;
  await store.append(entry(1, large.toString()));
  await store.append(entry(2, large.toString()));
  expect(store.sumSince('burnt 1', 0)).toBe(2n * large);
});

test('the hash of the newest entry covers all entries before it', async () => {
  await store.append(entry(1));
  const { hash } = store.head;
  await store.append(entry(2));
  const other = mkdtempSync(join(tmpdir(), 'salar-claims-'));
  const copy = new ClaimStore(other);
  copy.appendAll(store.readAfter(0, 1));
  expect(copy.head).toEqual({ number: 1, hash });
  copy.appendAll(store.readAfter(1, 10));
  expect(copy.head).toEqual(store.head);
  await copy.close();
  rmSync(other, { recursive: true });
});

test('a malformed entry changes nothing', async () => {
  const text = JSON.stringify(entry(1));
  expect(() => store.appendAll([text, '{"owner":1}'])).toThrow();
  expect(store.head.number).toBe(0);
  expect(store.sumSince('burnt 1', 0)).toBe(0n);
});

test('only the owner may read its files', () => {
  for (const file of ['claims.mdb', 'claims.mdb-lock'])
    expect(statSync(join(folder, file)).mode & 0o077).toBe(0);
});

test('an entry that was appended survives a process that is killed at once', async () => {
  const path = new URL('./claim-store.ts', import.meta.url).href;
  const script = `
    const { ClaimStore } = await import(${JSON.stringify(path)});
    const store = new ClaimStore(${JSON.stringify(folder)});
    for (let at = 1; at <= 50; at += 1) await store.append({ owner: 'ticket 1', claims: {}, sums: { 'burnt 1': '1' }, at, details: at });
    process.kill(process.pid, 'SIGKILL');
  `;
  expect(() =>
    execFileSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
      stdio: 'pipe',
    }),
  ).toThrow();
  await reopen();
  expect(store.head.number).toBe(50);
  expect(store.sumSince('burnt 1', 0)).toBe(50n);
});
