/**
 * Proves that the exchange wrote the end of its journal and its snapshots: MACs under a key that the database does not have.
 *
 * Each row of the journal is chained to the one before it, so the MAC of the last row covers all of them.
 */
import { createHash, createHmac } from 'node:crypto';
import { sequence } from '@salar/protocol';
import type { Sequence } from '@salar/protocol';
import type { Database, Queryable } from '../database.ts';
import type { FormerRows } from '../tables/former-rows.ts';
import { JournalBroken, genesisHash, isSameHash } from './journal-row.ts';

export type JournalProof = {
  /** 32 bytes. */
  readonly key: Uint8Array;
  /** The first command whose row must be proved; null before the exchange has written its first MAC. */
  readonly from: Sequence | null;
  /**
   * Remembers `from`, outside the database. Called once, before the first row with a MAC is appended.
   *
   * @param former  what was written before, without MACs: its number of commands, and its digest
   * @throws when nobody has decided to trust it
   */
  begin(from: Sequence, former: FormerRows): void;
};

type SnapshotIdentity = {
  readonly sequence: Sequence;
  readonly engineVersion: number;
  readonly stateHash: Uint8Array;
};

/** Derives the key of a journal's MACs from another secret of the exchange. */
export function deriveJournalKey(secret: Uint8Array): Uint8Array {
  return createHmac('sha256', secret).update('salar journal key 1').digest();
}

/** Computes the MAC over the hash of a row, which covers the row and all before it. */
export function computeRowMac(key: Uint8Array, hash: Uint8Array): Uint8Array {
  return createHmac('sha256', key).update('salar journal row 1').update(hash).digest();
}

/** Computes the MAC over a snapshot. */
export function computeSnapshotMac(key: Uint8Array, snapshot: SnapshotIdentity): Uint8Array {
  const { engineVersion, stateHash } = snapshot;
  const position = `salar snapshot 1 ${snapshot.sequence} ${engineVersion} `;
  return createHmac('sha256', key).update(position).update(stateHash).digest();
}

/**
 * Returns what of the journal and its snapshots nothing proves: no commands when the exchange with this key wrote the end, because
 * each row covers all rows before it.
 */
export async function readFormerJournal(on: Queryable, key: Uint8Array): Promise<FormerRows> {
  const end = await readEnd(on);
  const digest = createHash('sha256').update(end.hash);
  for (const { sequence: at, engineVersion, stateHash } of await listSnapshotIdentities(on))
    digest.update(`${at} ${engineVersion} `).update(stateHash);
  return { rows: isProved(key, end) ? 0 : end.last, digest: digest.digest('hex') };
}

/**
 * Checks that the exchange wrote the end of the journal. The first time, a journal that somebody has decided to trust is taken
 * with its snapshots, and proofs begin with the next command.
 *
 * @throws JournalBroken when somebody else appended to the journal, or it ends before its proofs began
 */
export async function checkJournalProof(database: Database, proof: JournalProof): Promise<void> {
  const { key, from } = proof;
  const end = await readEnd(database);
  const isEndProved = isProved(key, end);
  if (from === null) {
    // MACs show that an exchange with this key has led, on another machine: it wrote the end, or somebody else did.
    if (!isEndProved && (await hasRowMacs(database))) throw new JournalBroken(describeEnd(end.last));
    proof.begin(sequence(end.last + 1), await readFormerJournal(database, key));
    if (!isEndProved) await sealSnapshots(database, key);
    return;
  }
  if (end.last < from - 1)
    throw new JournalBroken(
      `the journal ends at command ${end.last}, but this exchange has written MACs since command ${from}: ` +
        'after a restore of an older copy, see "Proofs of the journal" in docs/recovery.md',
    );
  if (end.last >= from && !isEndProved) throw new JournalBroken(describeEnd(end.last));
}

/** Returns true when a row of the journal has a MAC, valid or not. */
export async function hasRowMacs(on: Queryable): Promise<boolean> {
  const [row] = await on.query<{ hasMacs: boolean }>(
    'SELECT EXISTS (SELECT FROM journal WHERE mac IS NOT NULL) AS "hasMacs"',
  );
  return row?.hasMacs === true;
}

function describeEnd(last: Sequence): string {
  return (
    `ALERT: the last batch of the journal, up to command ${last}, was not written by this exchange: ` +
    'see "Proofs of the journal" in docs/recovery.md'
  );
}

/** Gives the snapshots of a version without MACs theirs. */
async function sealSnapshots(on: Queryable, key: Uint8Array): Promise<void> {
  for (const snapshot of await listSnapshotIdentities(on))
    await on.query('UPDATE snapshot SET mac = $2 WHERE sequence = $1', [
      snapshot.sequence,
      computeSnapshotMac(key, snapshot),
    ]);
}

async function listSnapshotIdentities(on: Queryable): Promise<readonly SnapshotIdentity[]> {
  return on.query<SnapshotIdentity>(
    'SELECT sequence, engine_version AS "engineVersion", state_hash AS "stateHash" FROM snapshot ORDER BY sequence',
  );
}

type End = { readonly last: Sequence; readonly hash: Uint8Array; readonly mac: Uint8Array | null };

async function readEnd(on: Queryable): Promise<End> {
  const [end] = await on.query<End>(
    'SELECT first_sequence + count - 1 AS last, hash, mac FROM journal ORDER BY first_sequence DESC LIMIT 1',
  );
  return end ?? { last: sequence(0), hash: genesisHash, mac: null };
}

function isProved(key: Uint8Array, { hash, mac }: End): boolean {
  return mac !== null && isSameHash(mac, computeRowMac(key, hash));
}
