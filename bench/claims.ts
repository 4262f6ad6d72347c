/**
 * Measures the signer's record of what it signed: the time from nothing until the first payment can be decided. The reference is
 * the same record as a file of lines that is read whole, with a tenth of the entries.
 *
 *   npm run bench -- claims [entries]
 */
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ClaimStore } from '@salar/signer/claims/claim-store';
import { SigningLog, toClaimEntry } from '@salar/signer/payments/signing-log';
import type { SignedEntry } from '@salar/signer/payments/signing-log';
import { median } from './latency.ts';
import { report, whole } from './report.ts';
import { runs, scaled } from './runs.ts';

const entries = Number(process.argv[2] ?? scaled(1_000_000));
const batch = 10_000;
const chainId = 31337;
const startAt = 1_767_000_000_000;
const folder = mkdtempSync(join(tmpdir(), 'salar-bench-claims-'));
const linesPath = join(folder, 'reference.jsonl');

function buildEntry(number: number): SignedEntry {
  return {
    ticketId: number,
    chainId,
    productId: 2,
    net: '1000000000000000',
    destination: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    hash: `0x${number.toString(16).padStart(64, '0')}`,
    at: startAt + number * 100,
    claims: { [`nonce:${number}`]: '' },
    burnt: '42000000000000',
    lane: 'automatic',
  };
}

async function fill(): Promise<void> {
  const store = new ClaimStore(folder);
  for (let first = 1; first <= entries; first += batch) {
    const count = Math.min(batch, entries + 1 - first);
    const texts = Array.from({ length: count }, (_, place) =>
      JSON.stringify(
        toClaimEntry(buildEntry(first + place), { net: 1_000_000_000_000_000n, burnt: 42_000_000_000_000n }),
      ),
    );
    store.appendAll(texts);
  }
  await store.close();
  const file = openSync(linesPath, 'w');
  for (let number = 1; number <= entries / 10; number += 1)
    writeSync(file, `${JSON.stringify(buildEntry(number))}\n`);
  closeSync(file);
}

/** Opens the store and asks everything that a payment needs. */
async function measureStore(): Promise<{ ms: number; decisionUs: number }> {
  const startedAt = performance.now();
  const store = new ClaimStore(folder);
  const log = new SigningLog(store);
  decide(log, 7);
  const ms = performance.now() - startedAt;
  const decisions = 1_000;
  const decidedAt = performance.now();
  for (let one = 1; one <= decisions; one += 1) decide(log, Math.ceil((one * entries) / decisions));
  const decisionUs = ((performance.now() - decidedAt) * 1000) / decisions;
  await store.close();
  return { ms, decisionUs };
}

function decide(log: SigningLog, ticketId: number): void {
  const end = startAt + entries * 100;
  if (log.listForTicket(ticketId).length !== 1) throw new Error('each ticket has one entry');
  log.isTaken(chainId, ticketId, { [`nonce:${ticketId}`]: '' });
  for (const ms of [3_600_000, 86_400_000]) {
    log.sumPaid({ chainId, productId: 2, lane: 'automatic' }, end - ms);
    log.sumBurnt(chainId, end - ms);
  }
}

function measureLines(): number {
  const startedAt = performance.now();
  const byTicket = new Map<number, SignedEntry>();
  for (const line of readFileSync(linesPath, 'utf8').split('\n')) {
    if (line === '') continue;
    const entry = JSON.parse(line) as SignedEntry;
    byTicket.set(entry.ticketId, entry);
  }
  return performance.now() - startedAt;
}

try {
  await fill();
  const [store, decisions, lines]: [number[], number[], number[]] = [[], [], []];
  for (let run = 0; run < runs; run += 1) {
    lines.push(measureLines());
    const { ms, decisionUs } = await measureStore();
    store.push(ms);
    decisions.push(decisionUs);
  }
  const gigabytes = statSync(join(folder, 'claims.mdb')).size / 2 ** 30;
  const ratio = median(lines) / median(store);
  report([
    {
      what: `Start of the signer's record, ${whole(entries)} entries, ${gigabytes.toFixed(1)} GiB`,
      figure: `${median(store).toFixed(1)} ms, then ${whole(median(decisions))} us for a payment's lookups`,
      beside: `a file of lines with a tenth of them, read whole, ${whole(median(lines))} ms: ${ratio.toFixed(0)} times`,
    },
  ]);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
