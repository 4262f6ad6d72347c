/** One row of the journal: a batch of commands, chained to the row before it. */
import { hash } from 'node:crypto';
import { millis, sequence } from '@salar/protocol';
import type { Millis, Sequence } from '@salar/protocol';

export type JournalRow = {
  readonly firstSequence: Sequence;
  readonly count: number;
  /** The epoch of the writer that appended it. */
  readonly epoch: number;
  /** The time of every command in the batch. */
  readonly at: Millis;
  readonly previousHash: Uint8Array;
  readonly hash: Uint8Array;
  /** See `codec.ts` of protocol. */
  readonly payload: Uint8Array;
};

/** The end of the journal. */
export type JournalHead = { readonly sequence: Sequence; readonly hash: Uint8Array };

/** Thrown when the journal differs from what was written: a gap, a changed byte, a broken link. */
export class JournalBroken extends Error {
  override readonly name = 'JournalBroken';
}

/** The previous hash of the first row. */
export const genesisHash: Uint8Array = new Uint8Array(32);

/** Builds the row for a batch that follows `head`, ready to be appended. */
export function rowAfter(
  head: JournalHead,
  batch: { epoch: number; count: number; at: number; payload: Uint8Array },
): JournalRow {
  const row = {
    firstSequence: sequence(head.sequence + 1),
    count: batch.count,
    epoch: batch.epoch,
    at: millis(batch.at),
    previousHash: head.hash,
    payload: batch.payload,
  };
  return { ...row, hash: computeRowHash(row) };
}

/** Computes SHA-256 over the previous hash, the header in big-endian, and the payload. */
export function computeRowHash(row: Omit<JournalRow, 'hash'>): Uint8Array {
  const header = row.previousHash.length;
  const payload = header + 28;
  const bytes = Buffer.allocUnsafe(payload + row.payload.length);
  bytes.set(row.previousHash);
  writeInteger(bytes, row.firstSequence, header);
  bytes.writeUInt32BE(row.count, header + 8);
  writeInteger(bytes, row.epoch, header + 12);
  writeInteger(bytes, row.at, header + 20);
  bytes.set(row.payload, payload);
  return Buffer.from(hash('sha256', bytes, 'hex'), 'hex'); // through hex: twice as fast as requesting bytes
}

function writeInteger(bytes: Buffer, value: number, at: number): void {
  bytes.writeUInt32BE(Math.floor(value / 2 ** 32), at);
  bytes.writeUInt32BE(value % 2 ** 32, at + 4);
}

export function isSameHash(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}
