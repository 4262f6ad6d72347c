/**
 * The parts of bcoin that a small network needs: a chain that validates every block and script, a pool, a miner.
 *
 * bcoin has native add-ons that are not built here. Each has a variant in plain JavaScript, which this file
 * substitutes before anything is loaded.
 */
import Module, { createRequire } from 'node:module';
import { sep } from 'node:path';

/** In internal byte order, as hex; displayed hashes are reversed. */
export type InnerHash = string;

export type BcoinOutput = {
  readonly value: number;
  readonly script: { toRaw(): Buffer };
};
export type BcoinInput = {
  readonly prevout: { readonly hash: InnerHash; readonly index: number };
  readonly sequence: number;
  readonly script: { toRaw(): Buffer };
  readonly witness: { readonly items: readonly Buffer[] };
};
export type BcoinTx = {
  readonly version: number;
  readonly locktime: number;
  readonly inputs: readonly BcoinInput[];
  readonly outputs: readonly BcoinOutput[];
  hash(encoding: 'hex'): InnerHash;
  txid(): string;
  rwhash(): string;
  toRaw(): Buffer;
  isCoinbase(): boolean;
  getSize(): number;
  getVirtualSize(): number;
  getWeight(): number;
  getFee(view: CoinView): number;
};
export type BcoinBlock = {
  readonly txs: readonly BcoinTx[];
  hash(encoding: 'hex'): InnerHash;
  rhash(): string;
  toRaw(): Buffer;
};
type CoinView = { readonly map: unknown };
export type ChainEntry = {
  readonly hash: InnerHash;
  readonly prevBlock: InnerHash;
  readonly merkleRoot: InnerHash;
  readonly height: number;
  readonly version: number;
  readonly time: number;
  readonly bits: number;
  readonly nonce: number;
  rhash(): string;
};
export type BcoinCoin = {
  readonly hash: InnerHash;
  readonly index: number;
  readonly value: number;
  readonly height: number;
  readonly coinbase: boolean;
  readonly script: { toRaw(): Buffer };
};
export type BcoinAddress = { toString(network: string): string };

type BcoinChain = {
  readonly tip: ChainEntry;
  readonly height: number;
  open(): Promise<void>;
  /** Null for a block whose parent is unknown. */
  add(block: BcoinBlock): Promise<ChainEntry | null>;
  on(
    event: 'connect' | 'disconnect',
    listener: (entry: ChainEntry, block: BcoinBlock) => Promise<void>,
  ): void;
  getEntry(hash: InnerHash): Promise<ChainEntry | null>;
  getEntryByHeight(height: number): Promise<ChainEntry | null>;
  isMainChain(entry: ChainEntry): Promise<boolean>;
  getBlock(hash: InnerHash): Promise<BcoinBlock | null>;
  /** Returns the outputs that the block's transactions spent. */
  getBlockView(block: BcoinBlock): Promise<CoinView>;
  getMeta(hash: InnerHash): Promise<{ readonly tx: BcoinTx; readonly block: InnerHash } | null>;
  getCoin(hash: InnerHash, index: number): Promise<BcoinCoin | null>;
  getCoinsByAddress(addresses: readonly BcoinAddress[]): Promise<readonly BcoinCoin[]>;
};
export type MempoolEntry = { readonly tx: BcoinTx; readonly fee: number };
export type BcoinMempool = {
  readonly map: ReadonlyMap<InnerHash, MempoolEntry>;
  /** The tip of the chain that the pool is based on. */
  tip: InnerHash;
  open(): Promise<void>;
  reset(): Promise<void>;
  /**
   * Null when it was accepted, a list when outputs it spends are unknown.
   * @throws VerifyError
   */
  addTX(tx: BcoinTx): Promise<readonly InnerHash[] | null>;
  getEntry(hash: InnerHash): MempoolEntry | undefined;
  /** Returns the entry that spends an output. */
  getSpent(hash: InnerHash, index: number): MempoolEntry | null | undefined;
  isSpent(hash: InnerHash, index: number): boolean;
  getDescendants(entry: MempoolEntry): readonly MempoolEntry[];
  /** Removes an entry, with everything that spends it. */
  evictEntry(entry: MempoolEntry): void;
  _addBlock(entry: ChainEntry, txs: readonly BcoinTx[]): Promise<void>;
};
type BcoinMiner = {
  open(): Promise<void>;
  readonly cpu: {
    /** Mines on top of `parent`, or of the chain, with the content of the pool. */
    mineBlock(parent: ChainEntry | null, address: BcoinAddress): Promise<BcoinBlock>;
  };
};
export type BcoinKey = { witness: boolean; getAddress(): BcoinAddress };
type BcoinDraft = {
  fund(coins: readonly BcoinCoin[], options: object): Promise<unknown>;
  sign(key: BcoinKey): void;
  toTX(): BcoinTx;
};

export type Bcoin = {
  readonly Network: { get(name: 'regtest'): { readonly addressPrefix: object } };
  readonly Chain: new (options: object) => BcoinChain;
  readonly Mempool: new (options: object) => BcoinMempool;
  readonly Miner: new (options: object) => BcoinMiner;
  readonly Block: { fromRaw(hex: string, encoding: 'hex'): BcoinBlock };
  readonly TX: { fromRaw(bytes: Buffer): BcoinTx };
  readonly MTX: new (options: object) => BcoinDraft;
  readonly Script: { fromRaw(bytes: Buffer): object };
  readonly Address: { fromScript(script: object): BcoinAddress };
  readonly KeyRing: { fromPrivate(key: Buffer, isCompressed: boolean): BcoinKey };
};

/** Loads bcoin with plain JavaScript instead of its native add-ons. */
export function loadBcoin(): Bcoin {
  const require = createRequire(import.meta.url);
  const restore = replaceNativeModules();
  try {
    return {
      Network: require('bcoin/lib/protocol/network') as Bcoin['Network'],
      Chain: require('bcoin/lib/blockchain/chain') as Bcoin['Chain'],
      Mempool: require('bcoin/lib/mempool/mempool') as Bcoin['Mempool'],
      Miner: require('bcoin/lib/mining/miner') as Bcoin['Miner'],
      Block: require('bcoin/lib/primitives/block') as Bcoin['Block'],
      TX: require('bcoin/lib/primitives/tx') as Bcoin['TX'],
      MTX: require('bcoin/lib/primitives/mtx') as Bcoin['MTX'],
      Script: require('bcoin/lib/script/script') as Bcoin['Script'],
      Address: require('bcoin/lib/primitives/address') as Bcoin['Address'],
      KeyRing: require('bcoin/lib/primitives/keyring') as Bcoin['KeyRing'],
    };
  } finally {
    restore();
  }
}

type Resolver = (this: unknown, request: string, ...rest: unknown[]) => string;

const nativeFiles = ['mrmr/lib/murmur3.js', 'bstring/lib/base58.js', 'bstring/lib/bech32.js'];

function replaceNativeModules(): () => void {
  process.env['NODE_BACKEND'] = 'js';
  const loader = Module as unknown as { _resolveFilename: Resolver };
  const resolve = loader._resolveFilename;
  loader._resolveFilename = function (request, ...rest) {
    // The database is in memory: the on-disk one is required but never created.
    if (request === 'leveldown') return resolve.call(this, 'abstract-leveldown', ...rest);
    if (request === 'secp256k1') return resolve.call(this, 'secp256k1/elliptic', ...rest);
    const file = resolve.call(this, request, ...rest);
    const isNative = nativeFiles.some((name) => file.endsWith(sep + name.replaceAll('/', sep)));
    return isNative ? file.replace(/\.js$/, '-browser.js') : file;
  };
  return () => {
    loader._resolveFilename = resolve;
  };
}
