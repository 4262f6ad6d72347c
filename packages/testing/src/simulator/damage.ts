/** Damaged bytes, which readers must detect. */
import { assertNever, sequence } from '@salar/protocol';
import type { Millis } from '@salar/protocol';
import { JournalBroken, genesisHash, headAfter, computeStateHash } from '@salar/store';
import type { JournalRow } from '@salar/store';
import type { SimulatedDisk, StoredSnapshot } from './simulated-disk.ts';
import type { RowPart, Step } from './steps.ts';

/**
 * Changes one row, reads it, and restores it.
 *
 * @returns whether reading detected the damage; null without a row
 */
export function isRowDamageNoticed(
  disk: SimulatedDisk,
  { part, place }: Extract<Step, { type: 'row_damage' }>,
): boolean | null {
  const index = Math.floor(place * disk.rows.length);
  const row = disk.rows[index];
  if (row === undefined) return null;
  const before = disk.rows[index - 1];
  const last = before === undefined ? { sequence: sequence(0), hash: genesisHash } : headAfter(before);
  const putBack = disk.damageRow(index, (found) => damageRow(found, part));
  try {
    for (const _ of disk.read(last, sequence(row.firstSequence + row.count))) continue;
    return false;
  } catch (error) {
    if (!(error instanceof JournalBroken)) throw error;
    return true;
  } finally {
    putBack();
  }
}

/** Returns a snapshot after damage: other bytes under the old hash, or those of another program. */
export function damageSnapshot(
  snapshot: StoredSnapshot,
  { damage, place }: Extract<Step, { type: 'snapshot_damage' }>,
): StoredSnapshot {
  const at = place % snapshot.payload.length;
  if (damage === 'flipped') return { ...snapshot, payload: flipBit(snapshot.payload, at) };
  if (damage === 'truncated') return { ...snapshot, payload: snapshot.payload.slice(0, at) };
  // Intact, but from another program: its hash is correct.
  const payload = new TextEncoder().encode(`a snapshot that nobody here can read: ${place}`);
  return { ...snapshot, payload, stateHash: computeStateHash(payload) };
}

function damageRow(row: JournalRow, part: RowPart): JournalRow {
  switch (part) {
    case 'payload':
      return { ...row, payload: flipBit(row.payload, row.payload.length >> 1) };
    case 'payload_length':
      return { ...row, payload: row.payload.slice(0, -1) };
    case 'hash':
      return { ...row, hash: flipBit(row.hash, 7) };
    case 'previousHash':
      return { ...row, previousHash: flipBit(row.previousHash, 7) };
    case 'count':
      return { ...row, count: row.count + 1 };
    case 'epoch':
      return { ...row, epoch: row.epoch + 1 };
    case 'at':
      return { ...row, at: (row.at + 1) as Millis };
    case 'firstSequence':
      return { ...row, firstSequence: sequence(row.firstSequence + 1) };
    default:
      return assertNever(part);
  }
}

function flipBit(bytes: Uint8Array, at: number): Uint8Array {
  const copy = Uint8Array.from(bytes); // a slice of a Buffer would share its bytes
  copy[at] = (copy[at] ?? 0) ^ 0x10;
  return copy;
}
