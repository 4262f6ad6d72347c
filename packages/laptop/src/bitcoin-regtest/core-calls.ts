/** The Bitcoin Core calls that this network supports, with Core's texts and error codes; and our own `reorg`. */
import { parseAmount } from '@salar/protocol';
import { parseBitcoinAddress } from '@salar/adapters/chain-bitcoin/bitcoin-addresses';
import type { BcoinBlock, BcoinTx, ChainEntry, InnerHash } from './bcoin.ts';
import { bitcoins, headerView, scriptView, transactionView, turned } from './core-views.ts';
import type { Acceptance } from './pool-rules.ts';
import type { RegtestNode } from './regtest-node.ts';

/** An error answer, with Bitcoin Core's code. */
export class CoreError extends Error {
  override readonly name = 'CoreError';
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

const codes = { address: -5, unknown: -5, parameter: -8, undecodable: -22, misuse: -1, wallet: -6 };
const blocksMax = 5_000;
const relayFee = bitcoins(1_000n);

/** Numbers in the parameters are text, as they were written. */
export type CoreCall = (node: RegtestNode, params: readonly unknown[]) => unknown;

export const coreCalls: Readonly<Record<string, CoreCall>> = {
  getblockcount: ({ chain }) => chain.height,
  getbestblockhash: ({ chain }) => chain.tip.rhash(),
  getblockchaininfo: ({ chain }) => ({
    chain: 'regtest',
    blocks: chain.height,
    headers: chain.height,
    bestblockhash: chain.tip.rhash(),
    initialblockdownload: false,
  }),
  getnetworkinfo: () => ({ version: 0, subversion: '/bcoin:1.0.2/', relayfee: relayFee }),

  async getblockhash({ chain }, [height]) {
    const entry = await chain.getEntryByHeight(readNumber(height, 'height'));
    if (entry === null) throw new CoreError(codes.parameter, 'Block height out of range');
    return entry.rhash();
  },
  async getblockheader(node, [hash, verbose = true]) {
    const entry = await findEntry(node, hash);
    if (verbose !== false) return headerView(entry, await viewPosition(node, entry));
    return (await readBlock(node, entry)).toRaw().subarray(0, 80).toString('hex');
  },
  async getblock(node, [hash, verbosity = '1']) {
    const entry = await findEntry(node, hash);
    const block = await readBlock(node, entry);
    const level = readVerbosity(verbosity);
    if (level === 0) return block.toRaw().toString('hex');
    const tx = level === 1 ? block.txs.map((one) => one.txid()) : await viewTransactions(node, block);
    return { ...headerView(entry, await viewPosition(node, entry)), nTx: block.txs.length, tx };
  },

  async getrawtransaction(node, [txId, verbosity = '0']) {
    const hash = readHash(txId);
    const level = readVerbosity(verbosity);
    const waiting = node.mempool.getEntry(hash);
    if (waiting) {
      const { tx, fee } = waiting;
      return level === 0 ? tx.toRaw().toString('hex') : transactionView(tx, level === 2 ? BigInt(fee) : null);
    }
    const found = await node.chain.getMeta(hash);
    if (found === null)
      throw new CoreError(
        codes.unknown,
        'No such mempool or blockchain transaction. Use gettransaction for wallet transactions.',
      );
    if (level === 0) return found.tx.toRaw().toString('hex');
    const entry = await node.chain.getEntry(found.block);
    if (entry === null) throw new CoreError(codes.unknown, 'Block not found');
    const { confirmations } = await viewPosition(node, entry);
    const fee = level === 2 ? await computeFee(node, found.tx, await readBlock(node, entry)) : null;
    const { time } = entry;
    return {
      ...transactionView(found.tx, fee),
      blockhash: entry.rhash(),
      confirmations,
      time,
      blocktime: time,
    };
  },
  async gettxout({ chain, mempool }, [txId, vout, withPool = true]) {
    const hash = readHash(txId);
    const index = readNumber(vout, 'output');
    const coin = await chain.getCoin(hash, index);
    if (coin === null || (withPool !== false && mempool.isSpent(hash, index))) return null;
    return {
      bestblock: chain.tip.rhash(),
      confirmations: chain.height - coin.height + 1,
      value: bitcoins(BigInt(coin.value)),
      scriptPubKey: scriptView(coin.script.toRaw()),
      coinbase: coin.coinbase,
    };
  },

  async scantxoutset(node, [action, descriptors]) {
    const [descriptor] = Array.isArray(descriptors) ? (descriptors as unknown[]) : [];
    const address = typeof descriptor === 'string' ? /^addr\((.+)\)$/.exec(descriptor)?.[1] : undefined;
    if (action !== 'start' || address === undefined)
      throw new CoreError(codes.parameter, 'This network looks for one address: start, ["addr(...)"]');
    const coins = await node.listCoins(readAddress(address));
    const total = coins.reduce((sum, { value }) => sum + BigInt(value), 0n);
    return { success: true, height: node.chain.height, total_amount: bitcoins(total) };
  },

  getrawmempool: ({ mempool }) => [...mempool.map.values()].map(({ tx }) => tx.txid()),
  getmempoolinfo: ({ mempool }) => ({
    loaded: true,
    size: mempool.map.size,
    mempoolminfee: relayFee,
    minrelaytxfee: relayFee,
    incrementalrelayfee: relayFee,
  }),
  getmempoolentry({ mempool }, [txId]) {
    const entry = mempool.getEntry(readHash(txId));
    if (!entry) throw new CoreError(codes.unknown, 'Transaction not in mempool');
    const { tx, fee } = entry;
    return { vsize: tx.getVirtualSize(), weight: tx.getWeight(), fees: { base: bitcoins(BigInt(fee)) } };
  },
  // A network without a fee market has no data for an estimate.
  estimatesmartfee: (_node, [blocks]) => ({
    errors: ['Insufficient data or no feerate found'],
    blocks: readNumber(blocks, 'number of blocks'),
  }),

  async testmempoolaccept(node, [raws]) {
    if (!Array.isArray(raws) || raws.length !== 1)
      throw new CoreError(codes.parameter, 'This network tests one transaction at a time');
    const tx = decode(node, raws[0]);
    const answer = await node.test(tx);
    return [{ txid: tx.txid(), wtxid: tx.rwhash(), ...testView(answer) }];
  },
  async sendrawtransaction(node, [raw]) {
    const tx = decode(node, raw);
    const answer = await node.submit(tx);
    if (!answer.ok) throw new CoreError(answer.code, answer.reason);
    return tx.txid();
  },

  async generatetoaddress(node, [blocks, address]) {
    return node.mine(readCount(blocks), address === undefined ? undefined : readAddress(address));
  },
  async sendtoaddress(node, [address, amount]) {
    const parsed = parseAmount(String(amount), 8);
    if (!parsed.ok || parsed.value <= 0n) throw new CoreError(-3, 'Invalid amount');
    const target = readAddress(address);
    try {
      return await node.pay(target, parsed.value);
    } catch (cause) {
      throw new CoreError(codes.wallet, `Insufficient funds: ${(cause as Error).message}`);
    }
  },
  async reorg(node, [depth, keep = true]) {
    const blocks = readCount(depth);
    if (blocks >= node.chain.height) throw new CoreError(codes.parameter, 'The chain is not that long');
    await node.reorg(blocks, keep !== false);
    return node.chain.tip.rhash();
  },
};

function testView(answer: Acceptance): object {
  if (!answer.ok) return { allowed: false, 'reject-reason': answer.reason };
  return { allowed: true, vsize: answer.virtualSize, fees: { base: bitcoins(answer.fee) } };
}

async function viewTransactions(node: RegtestNode, block: BcoinBlock): Promise<readonly object[]> {
  const view = await node.chain.getBlockView(block);
  return block.txs.map((tx) => transactionView(tx, tx.isCoinbase() ? null : BigInt(tx.getFee(view))));
}

async function computeFee(node: RegtestNode, tx: BcoinTx, block: BcoinBlock): Promise<bigint | null> {
  return tx.isCoinbase() ? null : BigInt(tx.getFee(await node.chain.getBlockView(block)));
}

async function viewPosition({ chain }: RegtestNode, entry: ChainEntry) {
  if (!(await chain.isMainChain(entry))) return { confirmations: -1, next: null };
  const next = await chain.getEntryByHeight(entry.height + 1);
  return { confirmations: chain.height - entry.height + 1, next: next?.hash ?? null };
}

async function findEntry({ chain }: RegtestNode, hash: unknown): Promise<ChainEntry> {
  const entry = await chain.getEntry(readHash(hash));
  if (entry === null) throw new CoreError(codes.unknown, 'Block not found');
  return entry;
}

async function readBlock({ chain }: RegtestNode, entry: ChainEntry): Promise<BcoinBlock> {
  const block = await chain.getBlock(entry.hash);
  if (block === null) throw new CoreError(codes.misuse, 'Block not found on disk');
  return block;
}

function decode({ bcoin }: RegtestNode, raw: unknown): BcoinTx {
  if (typeof raw === 'string' && /^(?:[0-9a-f]{2})+$/i.test(raw)) {
    const tx = tryDecode(() => bcoin.TX.fromRaw(Buffer.from(raw, 'hex')));
    if (tx !== null && tx.toRaw().toString('hex') === raw.toLowerCase()) return tx;
  }
  throw new CoreError(codes.undecodable, 'TX decode failed. Make sure the tx has at least one input.');
}

function tryDecode(read: () => BcoinTx): BcoinTx | null {
  try {
    return read();
  } catch {
    return null; // whatever is wrong with the bytes, they are not a transaction
  }
}

function readAddress(value: unknown): string {
  const address = typeof value === 'string' ? parseBitcoinAddress(value, 'regtest') : null;
  if (address === null) throw new CoreError(codes.address, 'Invalid address');
  return address;
}

function readHash(value: unknown): InnerHash {
  if (typeof value !== 'string' || !/^[0-9a-f]{64}$/.test(value))
    throw new CoreError(codes.parameter, 'a hash must be of length 64 (hex)');
  return turned(value);
}

function readNumber(value: unknown, what: string): number {
  if (typeof value !== 'string' || !/^\d{1,9}$/.test(value))
    throw new CoreError(codes.parameter, `The ${what} is a whole number`);
  return Number(value);
}

function readCount(value: unknown): number {
  const count = readNumber(value, 'number of blocks');
  if (count < 1 || count > blocksMax) throw new CoreError(codes.parameter, `Blocks: from 1 to ${blocksMax}`);
  return count;
}

function readVerbosity(verbosity: unknown): 0 | 1 | 2 {
  if (verbosity === false || verbosity === '0') return 0;
  if (verbosity === true || verbosity === '1') return 1;
  if (verbosity === '2') return 2;
  throw new CoreError(codes.parameter, 'The verbosity is 0, 1 or 2');
}
