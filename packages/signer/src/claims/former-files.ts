/** Carries over the files in which the signer of earlier versions remembered what it had signed. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { LineFile } from '@salar/adapters/files/line-file';
import { toMoveClaim } from '../moves/move-log.ts';
import type { MoveEntry } from '../moves/move-log.ts';
import { computeAdded, toClaimEntry } from '../payments/signing-log.ts';
import type { SignedEntry } from '../payments/signing-log.ts';
import type { ClaimEntry, ClaimStore } from './claim-store.ts';

/** Fields that entries of earlier versions do not have; before there were claims an entry had the one nonce it used. */
type FormerEntry = Omit<SignedEntry, 'claims' | 'burnt' | 'lane'> & {
  lane?: SignedEntry['lane'];
  claims?: SignedEntry['claims'];
  nonce?: number;
  burnt?: string;
};

/** The files, in the signer's data directory, each with how its lines become entries. */
const formerFiles = { 'signed.jsonl': buildPayments, 'moves.jsonl': buildMoves } as const;

/**
 * Imports `signed.jsonl` and `moves.jsonl`, and renames each to `*.imported`. A crash in between imports nothing twice. A last
 * line truncated by a crash was never announced and is removed.
 *
 * @throws when a line is not an entry; the store is unchanged then
 */
export function importFormerFiles(store: ClaimStore, dataDir: string): void {
  for (const [name, build] of Object.entries(formerFiles)) {
    const path = join(dataDir, name);
    if (!existsSync(path)) continue;
    const lines: string[] = [];
    new LineFile(path, (line) => lines.push(line)).close();
    const fileHash = createHash('sha256').update(readFileSync(path)).digest('hex');
    store.importOnce(fileHash, () => build(lines));
    renameSync(path, `${path}.imported`);
  }
}

function* buildPayments(lines: readonly string[]): Iterable<ClaimEntry> {
  const byTicket = new Map<number, SignedEntry[]>();
  for (const line of lines) {
    const { nonce, claims, burnt, lane, ...shared } = JSON.parse(line) as FormerEntry;
    const entry: SignedEntry = {
      ...shared,
      lane: lane ?? 'automatic',
      claims: claims ?? { [`nonce:${nonce}`]: '' },
      burnt: burnt ?? '0',
    };
    const before = byTicket.get(entry.ticketId) ?? [];
    yield toClaimEntry(entry, computeAdded(before, entry));
    byTicket.set(entry.ticketId, [...before, entry]);
  }
}

function* buildMoves(lines: readonly string[]): Iterable<ClaimEntry> {
  const byNonce = new Map<string, MoveEntry>();
  for (const line of lines) {
    const entry = JSON.parse(line) as MoveEntry;
    const key = `${entry.chainId}:${entry.sender}:${entry.nonce}`;
    const claim = toMoveClaim(byNonce.get(key), entry);
    yield claim;
    byNonce.set(key, claim.details as MoveEntry);
  }
}
