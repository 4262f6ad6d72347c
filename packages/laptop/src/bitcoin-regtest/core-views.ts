/** Formats blocks and transactions as Bitcoin Core does: reversed ids, amounts as numbers with eight decimals. */
import { toScriptAddress } from '@salar/adapters/chain-bitcoin/bitcoin-addresses';
import type { BcoinInput, BcoinOutput, BcoinTx, ChainEntry, InnerHash } from './bcoin.ts';

/** An amount that `writeJson` writes as a number. */
export type Bitcoins = `btc:${string}`;

export function bitcoins(satoshi: bigint): Bitcoins {
  const digits = satoshi.toString().padStart(9, '0');
  return `btc:${digits.slice(0, -8)}.${digits.slice(-8)}`;
}

/** Writes JSON in which amounts are numbers with all their digits, which a float would lose. */
export function writeJson(value: unknown): string {
  return JSON.stringify(value).replace(/"btc:(\d+\.\d{8})"/g, '$1');
}

/** Converts a hash between internal and display order. */
export function turned(hash: InnerHash): string {
  return Buffer.from(hash, 'hex').reverse().toString('hex');
}

export function headerView(
  entry: ChainEntry,
  place: { readonly confirmations: number; readonly next: InnerHash | null },
): object {
  return {
    hash: entry.rhash(),
    confirmations: place.confirmations,
    height: entry.height,
    version: entry.version,
    merkleroot: turned(entry.merkleRoot),
    time: entry.time,
    nonce: entry.nonce,
    bits: entry.bits.toString(16),
    ...(entry.height > 0 && { previousblockhash: turned(entry.prevBlock) }),
    ...(place.next !== null && { nextblockhash: turned(place.next) }),
  };
}

/** @param fee  satoshi; null for a coinbase */
export function transactionView(tx: BcoinTx, fee: bigint | null): object {
  return {
    txid: tx.txid(),
    hash: tx.rwhash(),
    version: tx.version,
    size: tx.getSize(),
    vsize: tx.getVirtualSize(),
    weight: tx.getWeight(),
    locktime: tx.locktime,
    vin: tx.inputs.map((input) => inputView(input, tx.isCoinbase())),
    vout: tx.outputs.map(outputView),
    ...(fee !== null && { fee: bitcoins(fee) }),
    hex: tx.toRaw().toString('hex'),
  };
}

export function scriptView(script: Buffer): object {
  const address = toScriptAddress(script, 'regtest');
  return { hex: script.toString('hex'), ...(address !== null && { address }) };
}

function inputView({ prevout, sequence, script, witness }: BcoinInput, isCoinbase: boolean): object {
  const hex = script.toRaw().toString('hex');
  const txinwitness = witness.items.map((item) => item.toString('hex'));
  const origin = isCoinbase
    ? { coinbase: hex }
    : { txid: turned(prevout.hash), vout: prevout.index, scriptSig: { hex } };
  return { ...origin, ...(txinwitness.length > 0 && { txinwitness }), sequence };
}

function outputView({ value, script }: BcoinOutput, n: number): object {
  return { value: bitcoins(BigInt(value)), n, scriptPubKey: scriptView(script.toRaw()) };
}
