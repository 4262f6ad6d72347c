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

/** A key of 32 bytes, or several with ids, the current one first. MACs of key 1 have no id, those of others begin with it. */
export type JournalKey = Uint8Array | readonly JournalKeyWithId[];
type JournalKeyWithId = { readonly id: number; readonly key: Uint8Array };

export type JournalProof = {
  readonly key: JournalKey;
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

/** Derives the keys of a journal's MACs from other secrets of the exchange, with the same ids. */
export function deriveJournalKey(secret: JournalKey): JournalKey {
  return listKeys(secret).map(({ id, key }) => ({
    id,
    key: createHmac('sha256', key).update('salar journal key 1').digest(),
  }));
}

/** Computes the MAC over the hash of a row, which covers the row and all before it. */
export function computeRowMac(key: JournalKey, hash: Uint8Array): Uint8Array {
  return computeMac(key, ['salar journal row 1', hash]);
}

/** Computes the MAC over a snapshot. */
export function computeSnapshotMac(key: JournalKey, snapshot: SnapshotIdentity): Uint8Array {
  const { engineVersion, stateHash } = snapshot;
  return computeMac(key, [`salar snapshot 1 ${snapshot.sequence} ${engineVersion} `, stateHash]);
}

/** Checks a MAC with the key that it names. @param compute  computes the MAC that it should be, under the given key */
export function isJournalMac(
  key: JournalKey,
  mac: Uint8Array,
  compute: (key: JournalKey) => Uint8Array,
): boolean {
  const made = listKeys(key).filter(({ id }) => id === readKeyId(mac));
  return made.length > 0 && isSameHash(mac, compute(made));
}

function computeMac(key: JournalKey, parts: readonly (string | Uint8Array)[]): Uint8Array {
  const [current] = listKeys(key);
  if (current === undefined) throw new Error('a journal has at least one key');
  const hmac = createHmac('sha256', current.key);
  for (const part of parts) hmac.update(part);
  return current.id === 1 ? hmac.digest() : Buffer.concat([Buffer.of(current.id), hmac.digest()]);
}

function listKeys(key: JournalKey): readonly JournalKeyWithId[] {
  return key instanceof Uint8Array ? [{ id: 1, key }] : key;
}

function readKeyId(mac: Uint8Array): number {
  return mac.length === hmacBytes ? 1 : (mac[0] ?? 0);
}

const hmacBytes = 32;

/**
 * Returns what of the journal and its snapshots nothing proves: no commands when the exchange with this key wrote the end, because
 * each row covers all rows before it.
 */
export async function readFormerJournal(on: Queryable, key: JournalKey): Promise<FormerRows> {
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
    if (!isEndProved && (await hasRowMacs(database))) throw new JournalBroken(describeEnd(key, end));
    proof.begin(sequence(end.last + 1), await readFormerJournal(database, key));
    if (!isEndProved) await sealSnapshots(database, key);
    return;
  }
  if (end.last < from - 1)
    throw new JournalBroken(
      `the journal ends at command ${end.last}, but this exchange has written MACs since command ${from}: ` +
        'after a restore of an older copy, see "Proofs of the journal" in docs/recovery.md',
    );
  if (end.last >= from && !isEndProved) throw new JournalBroken(describeEnd(key, end));
  await renewSnapshots(database, key);
}

/** Returns true when a row of the journal has a MAC, valid or not. */
export async function hasRowMacs(on: Queryable): Promise<boolean> {
  const [row] = await on.query<{ hasMacs: boolean }>(
    'SELECT EXISTS (SELECT FROM journal WHERE mac IS NOT NULL) AS "hasMacs"',
  );
  return row?.hasMacs === true;
}

function describeEnd(key: JournalKey, { last, mac }: End): string {
  const id = mac === null ? null : readKeyId(mac);
  if (id !== null && !listKeys(key).some((one) => one.id === id))
    return (
      `the last batch of the journal, up to command ${last}, has a MAC of key ${id}, which is not among the keys of ` +
      'tickets: see "Replacing the keys of MACs" in docs/keys/rotation.md'
    );
  return (
    `ALERT: the last batch of the journal, up to command ${last}, was not written by this exchange: ` +
    'see "Proofs of the journal" in docs/recovery.md'
  );
}

/** Gives the snapshots of a version without MACs theirs. */
async function sealSnapshots(on: Queryable, key: JournalKey): Promise<void> {
  for (const snapshot of await listSnapshotIdentities(on)) await sealSnapshot(on, key, snapshot);
}

/** Gives snapshots that a former key proves a MAC of the current one. */
async function renewSnapshots(on: Queryable, key: JournalKey): Promise<void> {
  const [current, ...former] = listKeys(key);
  if (former.length === 0) return;
  const compute = (snapshot: SnapshotIdentity) => (one: JournalKey) => computeSnapshotMac(one, snapshot);
  for (const snapshot of await listSnapshotIdentities(on)) {
    const { mac } = snapshot;
    const isFormer =
      mac !== null && readKeyId(mac) !== current?.id && isJournalMac(key, mac, compute(snapshot));
    if (isFormer) await sealSnapshot(on, key, snapshot);
  }
}

async function sealSnapshot(on: Queryable, key: JournalKey, snapshot: SnapshotIdentity): Promise<void> {
  const mac = computeSnapshotMac(key, snapshot);
  await on.query('UPDATE snapshot SET mac = $2 WHERE sequence = $1', [snapshot.sequence, mac]);
}

async function listSnapshotIdentities(
  on: Queryable,
): Promise<readonly (SnapshotIdentity & { readonly mac: Uint8Array | null })[]> {
  return on.query(
    'SELECT sequence, engine_version AS "engineVersion", state_hash AS "stateHash", mac FROM snapshot ORDER BY sequence',
  );
}

type End = { readonly last: Sequence; readonly hash: Uint8Array; readonly mac: Uint8Array | null };

async function readEnd(on: Queryable): Promise<End> {
  const [end] = await on.query<End>(
    'SELECT first_sequence + count - 1 AS last, hash, mac FROM journal ORDER BY first_sequence DESC LIMIT 1',
  );
  return end ?? { last: sequence(0), hash: genesisHash, mac: null };
}

function isProved(key: JournalKey, { hash, mac }: End): boolean {
  return mac !== null && isJournalMac(key, mac, (one) => computeRowMac(one, hash));
}
