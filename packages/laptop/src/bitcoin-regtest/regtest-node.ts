/**
 * A private Bitcoin network in one process: real blocks, real scripts, its own miner.
 *
 * Operations are serialised. Blocks and transactions are on disk before they are announced. A transaction is in a
 * block at the next tick; some empty blocks follow, so that it is confirmed without manual mining; then the network
 * pauses.
 */
import { Mutex } from 'async-mutex';
import { assert } from '@salar/protocol';
import { toOutputScript } from '@salar/adapters/chain-bitcoin/bitcoin-addresses';
import { loadBcoin } from './bcoin.ts';
import type {
  Bcoin,
  BcoinAddress,
  BcoinBlock,
  BcoinCoin,
  BcoinKey,
  BcoinTx,
  ChainEntry,
  MempoolEntry,
} from './bcoin.ts';
import { BlockFile } from './block-file.ts';
import { acceptTransaction } from './pool-rules.ts';
import type { Acceptance } from './pool-rules.ts';

/** Segregated witness is active from this height on, and the miner has 340 coinbases to spend. */
const firstHeight = 440;
/** Empty blocks after one with transactions: more than any confirmations or grace in the local profile. */
const quietBlocks = 14;
/** The faucet's fee rate, in satoshi per thousand virtual bytes. */
const faucetFeeRate = 2_000;
/** The miner's and the faucet's key: publicly known, and worthless elsewhere. */
const minerKey = Buffer.alloc(32, 0x5a);

export class RegtestNode {
  readonly bcoin: Bcoin;
  readonly chain;
  readonly mempool;
  readonly #miner;
  readonly #key: BcoinKey;
  readonly #file: BlockFile;
  readonly #mutex = new Mutex();
  #blocksOwed = 0;

  private constructor(file: BlockFile) {
    this.bcoin = loadBcoin();
    this.#file = file;
    const network = this.bcoin.Network.get('regtest');
    const { chain, mempool } = this.#open(network);
    this.chain = chain;
    this.mempool = mempool;
    this.#miner = new this.bcoin.Miner({ network, chain, mempool, preverify: false });
    this.#key = this.bcoin.KeyRing.fromPrivate(minerKey, true);
    this.#key.witness = true;
  }

  /** Replays the file; an empty one becomes a network with a rich miner. */
  static async open(path: string): Promise<RegtestNode> {
    const node = new RegtestNode(new BlockFile(path));
    await node.chain.open();
    await node.mempool.open();
    await node.#miner.open();
    await node.#replay();
    if (node.chain.height < firstHeight) await node.#growFirst();
    return node;
  }

  close(): void {
    this.#file.close();
  }

  /** Mines a block when there is something to put into it, or an empty one is due after such a block. */
  async tick(): Promise<void> {
    if (this.mempool.map.size === 0 && this.#blocksOwed === 0) return;
    this.#blocksOwed -= 1;
    await this.mine(1);
  }

  /** @returns the hashes of the blocks, in display order */
  async mine(blocks: number, address?: string): Promise<readonly string[]> {
    return this.#mutex.runExclusive(async () => {
      const target = address === undefined ? this.#key.getAddress() : this.#toAddress(address);
      const hashes: string[] = [];
      for (let mined = 0; mined < blocks; mined += 1) {
        const block = await this.#miner.cpu.mineBlock(null, target);
        await this.#add(block);
        if (block.txs.length > 1) this.#blocksOwed = quietBlocks;
        hashes.push(block.rhash());
      }
      return hashes;
    });
  }

  /** Adds a transaction to the pool, or returns Bitcoin Core's error. */
  async submit(tx: BcoinTx): Promise<Acceptance> {
    return this.#mutex.runExclusive(() => this.#take(tx));
  }

  async #take(tx: BcoinTx): Promise<Acceptance> {
    const answer = await acceptTransaction(this.mempool, tx);
    if (answer.ok) this.#file.append({ kind: 'tx', hex: tx.toRaw().toString('hex') });
    return answer;
  }

  /** Returns the answer of `submit` without changing the pool. */
  async test(tx: BcoinTx): Promise<Acceptance> {
    return this.#mutex.runExclusive(async () => {
      const before = [...this.mempool.map.values()];
      const answer = await acceptTransaction(this.mempool, tx);
      if (answer.ok) await this.#fillPool(before.map((entry) => entry.tx));
      return answer;
    });
  }

  /**
   * Pays from the miner's coins, each once, however many calls are concurrent.
   * @param value  satoshi
   * @returns the transaction's id
   */
  async pay(address: string, value: bigint): Promise<string> {
    return this.#mutex.runExclusive(async () => {
      const script = this.bcoin.Script.fromRaw(this.#toScript(address));
      const draft = new this.bcoin.MTX({ outputs: [{ script, value: Number(value) }] });
      const changeAddress = this.#key.getAddress();
      const coins = (await this.chain.getCoinsByAddress([changeAddress])).filter(
        ({ hash, index }) => !this.mempool.isSpent(hash, index),
      );
      await draft.fund(coins, { rate: faucetFeeRate, height: this.chain.height, changeAddress });
      draft.sign(this.#key);
      const tx = draft.toTX();
      const answer = await this.#take(tx);
      if (!answer.ok) throw new Error(`the faucet's transaction was refused: ${answer.reason}`);
      return tx.txid();
    });
  }

  /** Returns unspent outputs of an address, in blocks. */
  async listCoins(address: string): Promise<readonly BcoinCoin[]> {
    return this.#mutex.runExclusive(() => this.chain.getCoinsByAddress([this.#toAddress(address)]));
  }

  /**
   * Replaces the last blocks by a longer branch of empty ones.
   *
   * @param keep  whether the transactions of the replaced blocks, and the waiting ones, go back to the pool;
   * otherwise they are dropped
   */
  async reorg(depth: number, keep: boolean): Promise<void> {
    await this.#mutex.runExclusive(async () => {
      const waiting = [...this.mempool.map.values()].map((entry: MempoolEntry) => entry.tx);
      const replaced = await this.#transactionsOfLast(depth);
      await this.mempool.reset();
      let parent = await this.chain.getEntryByHeight(this.chain.height - depth);
      for (let mined = 0; mined <= depth; mined += 1) {
        assert(parent !== null, 'a branch begins at a block of the chain');
        parent = await this.#add(await this.#miner.cpu.mineBlock(parent, this.#key.getAddress()));
      }
      if (keep) await this.#fillPool([...replaced, ...waiting]);
      else this.#file.append({ kind: 'forget' });
      this.#blocksOwed = quietBlocks;
    });
  }

  #open(network: object) {
    const { Chain, Mempool } = this.bcoin;
    const shared = { network, memory: true, indexAddress: true };
    const chain = new Chain({ ...shared, indexTX: true });
    const mempool = new Mempool({
      ...shared,
      chain,
      replaceByFee: true,
      requireStandard: false, // bcoin does not treat taproot as standard; pool-rules.ts checks what matters
      relayPriority: false,
      limitFree: false,
      rejectAbsurdFees: false,
      maxOrphans: 0,
    });
    chain.on('connect', (entry, block) => mempool._addBlock(entry, block.txs));
    chain.on('disconnect', async (entry) => {
      mempool.tip = entry.prevBlock; // `reorg` decides about its transactions
    });
    return { chain, mempool };
  }

  /** Written at the end: when a crash interrupts it, it starts over. */
  async #growFirst(): Promise<void> {
    const blocks: BcoinBlock[] = [];
    while (this.chain.height < firstHeight) {
      const block = await this.#miner.cpu.mineBlock(null, this.#key.getAddress());
      await this.chain.add(block);
      blocks.push(block);
    }
    this.#file.append(...blocks.map(toBlockFileEntry));
  }

  async #replay(): Promise<void> {
    let waiting: BcoinTx[] = [];
    for (const entry of this.#file.entries) {
      if (entry.kind === 'forget') waiting = [];
      else if (entry.kind === 'tx') waiting.push(this.bcoin.TX.fromRaw(Buffer.from(entry.hex, 'hex')));
      else await this.chain.add(this.bcoin.Block.fromRaw(entry.hex, 'hex'));
    }
    await this.#fillPool(waiting);
    this.#blocksOwed = quietBlocks; // a confirmation may have been pending
  }

  /** Empties the pool and adds these, in order; those in a block by now are left out. */
  async #fillPool(transactions: readonly BcoinTx[]): Promise<void> {
    await this.mempool.reset();
    for (const tx of transactions) await acceptTransaction(this.mempool, tx);
  }

  async #add(block: BcoinBlock): Promise<ChainEntry> {
    this.#file.append(toBlockFileEntry(block));
    const entry = await this.chain.add(block);
    assert(entry !== null, "our own miner's block has a known parent");
    return entry;
  }

  async #transactionsOfLast(depth: number): Promise<readonly BcoinTx[]> {
    const found: BcoinTx[] = [];
    for (let height = this.chain.height - depth + 1; height <= this.chain.height; height += 1) {
      const entry = await this.chain.getEntryByHeight(height);
      const block = entry && (await this.chain.getBlock(entry.hash));
      found.push(...(block?.txs ?? []).filter((tx) => !tx.isCoinbase()));
    }
    return found;
  }

  #toScript(address: string): Buffer {
    const script = toOutputScript(address, 'regtest');
    assert(script !== null, 'the address was validated before');
    return script;
  }

  #toAddress(address: string): BcoinAddress {
    return this.bcoin.Address.fromScript(this.bcoin.Script.fromRaw(this.#toScript(address)));
  }
}

function toBlockFileEntry(block: BcoinBlock) {
  return { kind: 'block', hex: block.toRaw().toString('hex') } as const;
}
