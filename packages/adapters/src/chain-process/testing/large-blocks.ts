/** Blocks that strangers, or nodes, have filled: as long as an answer may be, with one transfer that counts. */
import { createHash } from 'node:crypto';
import { productId } from '@salar/protocol';
import type { BitcoinNetwork, EvmNetwork, TronNetwork } from '@salar/services';
import { tronAddressHex } from '../../chain-tron/tron-addresses.ts';
import { transferTopic } from '../../chain-evm/transfers.ts';

const shared = {
  name: 'large',
  displayName: 'Large',
  confirmations: 1,
  reorgGraceBlocks: 1,
  stuckBlocks: 1,
  startHeight: 0,
  pollMs: 1000,
  paymentFees: { perHour: 1n, perDay: 1n },
};
const token = {
  evm: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
  tron: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
};
const coin = { productId: productId(1), contract: null, decimals: 18 };

export const evm: EvmNetwork = {
  ...shared,
  family: 'evm',
  chainId: 1,
  assets: [coin, { productId: productId(2), contract: token.evm, decimals: 6 }],
  traces: 'none',
  sweeps: null,
};
export const tron: TronNetwork = {
  ...shared,
  family: 'tron',
  chainId: 2,
  assets: [coin, { productId: productId(2), contract: token.tron, decimals: 6 }],
  feeLimit: 1n,
  sweeps: null,
};
export const bitcoin: BitcoinNetwork = {
  ...shared,
  family: 'bitcoin',
  kind: 'regtest',
  chainId: 3,
  assets: [{ ...coin, decimals: 8 }],
};

/** The logs that fill a block: events of another contract, or transfers of our token. */
export type Filling = 'other logs' | 'transfers';

const hex = (value: number, digits = 64) => value.toString(16).padStart(digits, '0');
const transactionCount = 400;

/** Builds an EVM block with at least this number of bytes of receipts. */
export function buildEvmBlock(filling: Filling, bytesMin: number) {
  const blockHash = `0x${hex(1)}`;
  const topics = [transferTopic, `0x${hex(7)}`, `0x${hex(8)}`];
  const buildLog = (logIndex: number) => ({
    address: filling === 'transfers' ? token.evm.toLowerCase() : `0x${hex(9, 40)}`,
    topics,
    data: `0x${hex(logIndex + 1)}`,
    blockNumber: '0x1',
    blockHash,
    transactionHash: `0x${hex(2)}`,
    transactionIndex: '0x0',
    logIndex: `0x${logIndex.toString(16)}`,
    removed: false,
  });
  const logsEach = Math.ceil(bytesMin / transactionCount / JSON.stringify(buildLog(1)).length);
  const places = Array.from({ length: transactionCount }, (_none, place) => place);
  const hashOf = (place: number) => `0x${hex(1000 + place)}`;
  const receipts = places.map((place) => ({
    transactionHash: hashOf(place),
    blockHash,
    blockNumber: '0x1',
    status: '0x1',
    gasUsed: '0x5208',
    logs: Array.from({ length: logsEach }, (_none, log) => buildLog(place * logsEach + log)),
  }));
  const transactions = places.map((place) => ({
    hash: hashOf(place),
    from: `0x${hex(7, 40)}`,
    to: `0x${hex(5, 40)}`,
    value: place === transactionCount - 1 ? '0x64' : '0x0',
  }));
  const block = { number: '0x1', hash: blockHash, parentHash: `0x${hex(0)}`, transactions };
  return {
    block: Buffer.from(JSON.stringify(block)),
    receipts: Buffer.from(JSON.stringify(receipts)),
    transfers: filling === 'transfers' ? transactionCount * logsEach + 1 : 1,
  };
}

/** Builds a TRON block with at least this number of bytes of results. */
export function buildTronBlock(filling: Filling, bytesMin: number) {
  const blockID = `${hex(1, 16)}${'0'.repeat(48)}`;
  const address = filling === 'transfers' ? tronAddressHex(token.tron) : hex(9, 40);
  const buildLog = (amount: number) => ({
    address,
    topics: [transferTopic.slice(2), hex(7), hex(8)],
    data: hex(amount),
  });
  const logsEach = Math.ceil(bytesMin / transactionCount / JSON.stringify(buildLog(1)).length);
  const places = Array.from({ length: transactionCount }, (_none, place) => place);
  const infos = places.map((place) => ({
    id: hex(1000 + place),
    fee: 0,
    blockNumber: 1,
    log: Array.from({ length: logsEach }, (_none, log) => buildLog(place * logsEach + log + 1)),
  }));
  const transactions = places.map((place) => {
    const value = { owner_address: `41${hex(7, 40)}`, to_address: `41${hex(5, 40)}`, amount: 100 };
    const type = place === transactionCount - 1 ? 'TransferContract' : 'TriggerSmartContract';
    return {
      txID: hex(1000 + place),
      ret: [{ contractRet: 'SUCCESS' }],
      raw_data: { contract: [{ type, parameter: { value } }] },
    };
  });
  const header = { raw_data: { number: 1, parentHash: hex(0), timestamp: 1 } };
  return {
    block: Buffer.from(JSON.stringify({ blockID, block_header: header, transactions })),
    infos: Buffer.from(JSON.stringify(infos)),
    transfers: filling === 'transfers' ? transactionCount * logsEach + 1 : 1,
  };
}

/** Builds a Bitcoin block, as hex text of its bytes, of one transaction with the given number of outputs. */
export function buildBitcoinBlock(outputCount: number) {
  const output = Buffer.concat([Buffer.from('6400000000000000160014', 'hex'), Buffer.alloc(20, 5)]);
  const count = Buffer.alloc(5, 0xfe);
  count.writeUInt32LE(outputCount, 1);
  const transaction = Buffer.concat([
    Buffer.from(`0100000001${'0'.repeat(64)}ffffffff00ffffffff`, 'hex'),
    count,
    ...Array.from({ length: outputCount }, () => output),
    Buffer.alloc(4),
  ]);
  const header = Buffer.alloc(80);
  doubleHash(transaction).copy(header, 36);
  header.writeUInt32LE(0x207f_ffff, 72);
  // Half of all hashes are below the target of a test network.
  while ((doubleHash(header)[31] ?? 0) > 0x7e) header.writeUInt32LE(header.readUInt32LE(76) + 1, 76);
  return {
    hash: JSON.stringify(Buffer.from(doubleHash(header)).reverse().toString('hex')),
    block: Buffer.from(JSON.stringify(Buffer.concat([header, Buffer.of(1), transaction]).toString('hex'))),
    transfers: outputCount,
  };
}

function doubleHash(bytes: Uint8Array): Buffer {
  const once = createHash('sha256').update(bytes).digest();
  return createHash('sha256').update(once).digest();
}
