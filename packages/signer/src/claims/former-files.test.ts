import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { MoveLog } from '../moves/move-log.ts';
import { SigningLog } from '../payments/signing-log.ts';
import { ClaimStore } from './claim-store.ts';
import { importFormerFiles } from './former-files.ts';

let folder: string;
let store: ClaimStore;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'salar-former-'));
  store = new ClaimStore(folder);
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

const payment = { ticketId: 1, chainId: 31337, productId: 2, net: '5', destination: 'x', hash: 'y', at: 10 };
/** Lines as three versions wrote them. */
const payments = [
  { ...payment, nonce: 44 },
  { ...payment, ticketId: 2, net: '7', claims: { 'nonce:45': '' }, burnt: '100', at: 20 },
  { ...payment, ticketId: 2, net: '7', claims: { 'nonce:45': '' }, burnt: '130', lane: 'automatic', at: 30 },
  { ...payment, ticketId: 3, net: '90', claims: { 'nonce:46': '' }, burnt: '9', lane: 'approved', at: 40 },
];
const move = { chainId: 31337, sender: '0xa', nonce: 3, move: 'gas 7', refilled: '0', hash: 'z', at: 10 };
const moves = [
  { ...move, spent: '50' },
  { ...move, spent: '70', at: 20 },
  { ...move, nonce: 4, move: 'refill', refilled: '30', spent: '2', at: 30 },
];
const writeLines = (name: string, lines: readonly object[]) =>
  writeFileSync(join(folder, name), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));

test('payments and moves keep their tickets, their claims and their sums', () => {
  writeLines('signed.jsonl', payments);
  writeLines('moves.jsonl', moves);
  importFormerFiles(store, folder);

  const log = new SigningLog(store);
  expect(log.listForTicket(1)).toMatchObject([{ claims: { 'nonce:44': '' }, burnt: '0', lane: 'automatic' }]);
  expect(log.listForTicket(2).map(({ burnt }) => burnt)).toEqual(['100', '130']);
  expect(log.isTaken(31337, 9, { 'nonce:44': '' })).toBe(true);
  expect(log.isTaken(31337, 2, { 'nonce:45': '' })).toBe(false);
  expect(log.sumPaid({ chainId: 31337, productId: 2, lane: 'automatic' }, 0)).toBe(12n);
  expect(log.sumPaid({ chainId: 31337, productId: 2, lane: 'automatic' }, 10)).toBe(7n);
  expect(log.sumPaid({ chainId: 31337, productId: 2, lane: 'approved' }, 0)).toBe(90n);
  expect(log.sumBurnt(31337, 0)).toBe(139n);

  const moveLog = new MoveLog(store);
  expect(moveLog.find({ chainId: 31337, sender: '0xa', nonce: 3 })).toMatchObject({ spent: '70' });
  expect(moveLog.sumSince(31337, 'spent', 40 - 3_600_000)).toBe(72n);
  expect(moveLog.sumSince(31337, 'refilled', 40 - 3_600_000)).toBe(30n);
  for (const name of ['signed.jsonl', 'moves.jsonl']) {
    expect(existsSync(join(folder, name))).toBe(false);
    expect(existsSync(join(folder, `${name}.imported`))).toBe(true);
  }
});

test('a file that was imported before a crash is not imported twice', () => {
  writeLines('signed.jsonl', payments);
  importFormerFiles(store, folder);
  writeLines('signed.jsonl', payments);
  importFormerFiles(store, folder);
  expect(store.head.number).toBe(payments.length);
});

test('a last line truncated by a crash was never announced and is left out', () => {
  writeLines('signed.jsonl', payments.slice(0, 1));
  const whole = readFileSync(join(folder, 'signed.jsonl'), 'utf8');
  appendFileSync(join(folder, 'signed.jsonl'), '{"torn":');
  importFormerFiles(store, folder);
  expect(store.head.number).toBe(1);
  expect(readFileSync(join(folder, 'signed.jsonl.imported'), 'utf8')).toBe(whole);
});

test('a file with a malformed line changes nothing', () => {
  writeLines('signed.jsonl', payments);
  appendFileSync(join(folder, 'signed.jsonl'), '{"ticketId":\n');
  expect(() => importFormerFiles(store, folder)).toThrow(SyntaxError);
  expect(store.head.number).toBe(0);
  expect(existsSync(join(folder, 'signed.jsonl'))).toBe(true);
});
