/**
 * Parses blocks and transactions from their own bytes.
 *
 * A node's block is trusted for its bytes only: the hash is computed from the header and must have the work that the header
 * demands, and every transaction must be under the header's Merkle root, so that outputs and amounts are those the network agreed on.
 */
import { createHash } from 'node:crypto';
import { ByteReader, CodecError } from '@salar/protocol';
import { readTarget } from './bitcoin-work.ts';

type BitcoinOutput = { readonly value: bigint; readonly script: Uint8Array };

type BitcoinInput = { readonly txId: string; readonly vout: number };

export type BitcoinTransaction = {
  readonly txId: string;
  readonly isCoinbase: boolean;
  readonly inputs: readonly BitcoinInput[];
  readonly outputs: readonly BitcoinOutput[];
};

export type BitcoinBlock = {
  readonly hash: string;
  readonly parentHash: string;
  /** The hash, as a number, is at most this. */
  readonly target: bigint;
  readonly transactions: readonly BitcoinTransaction[];
};

const headerLength = 80;
/** The place of the target in the header. */
const targetAt = 72;
/** A block of 4 million weight units holds fewer. */
const transactionsMax = 100_000;
const partsMax = 1_000_000;
const satoshiMax = 21_000_000n * 10n ** 8n;

/** @throws CodecError when they are not a block, its transactions are not those of its header, or its work is missing */
export function parseBlock(bytes: Uint8Array): BitcoinBlock {
  const reader = new ByteReader(bytes);
  const header = reader.bytes(headerLength);
  const count = readCount(reader, transactionsMax);
  const transactions = Array.from({ length: count }, () => readTransaction(reader));
  reader.assertEnd();
  const root = Buffer.from(header.subarray(36, 68));
  if (!merkleRoot(transactions).equals(root))
    throw new CodecError('transactions are not those of the header');
  const hash = display(doubleHash(header));
  const target = readTarget(Buffer.from(header).readUInt32LE(targetAt));
  if (BigInt(`0x${hash}`) > target) throw new CodecError('a block without the work of its header');
  return { hash, parentHash: display(header.subarray(4, 36)), target, transactions };
}

/** @throws CodecError when they are not a transaction */
export function parseTransaction(bytes: Uint8Array): BitcoinTransaction {
  const reader = new ByteReader(bytes);
  const transaction = readTransaction(reader);
  reader.assertEnd();
  return transaction;
}

function readTransaction(reader: ByteReader): BitcoinTransaction {
  const start = reader.position;
  reader.bytes(4); // version
  const hasWitness = reader.peek() === 0;
  if (hasWitness && reader.bytes(2)[1] !== 1) throw new CodecError('a transaction without inputs');
  const bodyStart = reader.position;
  const inputs = Array.from({ length: readCount(reader, partsMax) }, () => readInput(reader));
  const outputs = Array.from({ length: readCount(reader, partsMax) }, () => readOutput(reader));
  const bodyEnd = reader.position;
  if (hasWitness) for (const _ of inputs) skipWitness(reader);
  const lockTime = reader.bytes(4);
  // The id covers everything but the witness.
  const parts = [reader.slice(start, start + 4), reader.slice(bodyStart, bodyEnd), lockTime];
  const [first] = inputs;
  return {
    txId: display(doubleHash(Buffer.concat(parts))),
    isCoinbase: inputs.length === 1 && first?.txId === '0'.repeat(64) && first.vout === 0xffff_ffff,
    inputs,
    outputs,
  };
}

function readInput(reader: ByteReader): BitcoinInput {
  const txId = display(reader.bytes(32));
  const vout = reader.uint32();
  reader.bytes(readCount(reader, partsMax)); // the script
  reader.bytes(4); // the sequence
  return { txId, vout };
}

function readOutput(reader: ByteReader): BitcoinOutput {
  const value = reader.uint64();
  if (value > satoshiMax) throw new CodecError('an output of more than there is');
  return { value, script: reader.bytes(readCount(reader, partsMax)) };
}

function skipWitness(reader: ByteReader): void {
  const items = readCount(reader, partsMax);
  for (let item = 0; item < items; item += 1) reader.bytes(readCount(reader, partsMax * 4));
}

/** Odd rows repeat their last hash; a row that repeats one itself is the known forgery and invalid. */
function merkleRoot(transactions: readonly BitcoinTransaction[]): Buffer {
  let row: Buffer[] = transactions.map(({ txId }) => Buffer.from(txId, 'hex').reverse());
  if (row.length === 0) throw new CodecError('a block without transactions');
  while (row.length > 1) {
    const next: Buffer[] = [];
    for (let place = 0; place < row.length; place += 2) {
      const left = row[place] ?? Buffer.alloc(0);
      const right = row[place + 1];
      if (right?.equals(left)) throw new CodecError('a block that repeats transactions');
      next.push(doubleHash(Buffer.concat([left, right ?? left])));
    }
    row = next;
  }
  return row[0] ?? Buffer.alloc(0);
}

function doubleHash(bytes: Uint8Array): Buffer {
  const once = createHash('sha256').update(bytes).digest();
  return createHash('sha256').update(once).digest();
}

/** Hashes are displayed with their bytes reversed. */
function display(hash: Uint8Array): string {
  return Buffer.from(hash).reverse().toString('hex');
}

/** Reads a count or length in the network's encoding: one, three, five or nine bytes. */
function readCount(reader: ByteReader, max: number): number {
  const first = reader.byte();
  const count = first < 0xfd ? first : readLongCount(reader, first);
  if (count > max) throw new CodecError(`a count of ${count} is more than ${max}`);
  return count;
}

function readLongCount(reader: ByteReader, first: number): number {
  if (first === 0xfd) return reader.uint16();
  return first === 0xfe ? reader.uint32() : Number(reader.uint64());
}
