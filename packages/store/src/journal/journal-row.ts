/** One row of the journal: a batch of commands, chained to the row before it. */
import { createHash } from 'node:crypto';
import { millis, sequence } from '@salar/protocol';
import type { Millis, Sequence } from '@salar/protocol';

export type JournalRow = {
  readonly firstSequence: Sequence;
  readonly count: number;
  /** Of the writer that appended it. */
  readonly epoch: number;
  /** The time of every command in the batch. */
  readonly at: Millis;
  readonly previousHash: Uint8Array;
  readonly hash: Uint8Array;
  /** See `codec.ts` of protocol. */
  readonly payload: Uint8Array;
};

/** Where the journal ends. */
export type JournalHead = { readonly sequence: Sequence; readonly hash: Uint8Array };

/** What the first row has as its previous hash. */
export const genesisHash: Uint8Array = new Uint8Array(32);

/** The row of a batch that follows `head`, ready to be appended. */
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
  return { ...row, hash: hashOfRow(row) };
}

/** SHA-256 over the previous hash, the header in big-endian, and the payload. */
export function hashOfRow(row: Omit<JournalRow, 'hash'>): Uint8Array {
  const header = Buffer.alloc(28);
  header.writeBigUInt64BE(BigInt(row.firstSequence), 0);
  header.writeUInt32BE(row.count, 8);
  header.writeBigUInt64BE(BigInt(row.epoch), 12);
  header.writeBigUInt64BE(BigInt(row.at), 20);
  return createHash('sha256').update(row.previousHash).update(header).update(row.payload).digest();
}

export function isSameHash(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}
