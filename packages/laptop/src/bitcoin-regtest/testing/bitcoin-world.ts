/** A Bitcoin network for a test, in the same process, and a stranger's wallet on it. */
import { randomBytes } from 'node:crypto';
import { HDKey } from '@scure/bip32';
import { Transaction } from '@scure/btc-signer/transaction.js';
import { assert } from '@salar/protocol';
import type { ProductId } from '@salar/protocol';
import type { BitcoinNetwork, Outpoint } from '@salar/services';
import { localBitcoin } from '@salar/services/tickets/local-bitcoin';
import { toBitcoinAddress, toOutputScript } from '@salar/adapters/chain-bitcoin/bitcoin-addresses';
import { BitcoinRpc } from '@salar/adapters/chain-bitcoin/bitcoin-rpc';
import { openCoreServer } from '../core-server.ts';
import { RegtestNode } from '../regtest-node.ts';

/** Builds settings of a local Bitcoin network with one product. */
export function regtestNetwork(btc: ProductId): BitcoinNetwork {
  return localBitcoin(btc).network;
}

export type BitcoinWorld = {
  readonly node: RegtestNode;
  readonly url: string;
  readonly rpc: BitcoinRpc;
  close(): Promise<void>;
};

/** @param file  of its blocks: a second world on the same file continues where the first ended */
export async function openBitcoinWorld(file: string): Promise<BitcoinWorld> {
  const node = await RegtestNode.open(file);
  const { server, port } = await openCoreServer({
    node,
    portMin: 0,
    portMax: 0,
    credentials: 'salar:local',
  });
  const url = `http://salar:local@127.0.0.1:${port}`;
  return {
    node,
    url,
    rpc: new BitcoinRpc(url),
    async close() {
      const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
      node.close();
    },
  };
}

export type SpentCoin = Outpoint & { readonly amount: bigint };

/** An external party, with coins of a hundredth of a bitcoin. */
export class BitcoinStranger {
  readonly #node: RegtestNode;
  readonly #key = HDKey.fromMasterSeed(randomBytes(32));
  readonly address: string;
  readonly #coins: SpentCoin[] = [];

  constructor(node: RegtestNode) {
    this.#node = node;
    this.address = toBitcoinAddress(this.#key, 'regtest');
  }

  /** Gets coins from the faucet; they are in blocks when it returns. */
  async earn(coins: number, amount = 10n ** 7n): Promise<void> {
    const script = toOutputScript(this.address, 'regtest');
    for (let earned = 0; earned < coins; earned += 1) {
      const txId = await this.#node.pay(this.address, amount);
      const entry = this.#node.mempool.getEntry(Buffer.from(txId, 'hex').reverse().toString('hex'));
      const vout = entry?.tx.outputs.findIndex((output) => script?.equals(output.script.toRaw()));
      assert(vout !== undefined && vout >= 0, 'the faucet paid');
      this.#coins.push({ txId, vout, amount });
      if (earned % 20 === 19) await this.#node.mine(1);
    }
    await this.#node.mine(1);
  }

  takeCoin(): SpentCoin {
    const coin = this.#coins.shift();
    assert(coin !== undefined, 'the stranger has coins left');
    return coin;
  }

  /** Signs a payment from the given coins; the change goes back, less the fee. */
  sign(options: {
    coins: readonly SpentCoin[];
    outputs: readonly { readonly address: string; readonly amount: bigint }[];
    fee?: bigint;
    sequence?: number;
  }): { raw: string; txId: string } {
    const { coins, outputs, fee = 1_000n, sequence = 0xffff_fffd } = options;
    const tx = new Transaction();
    for (const { txId, vout, amount } of coins)
      tx.addInput({
        txid: txId,
        index: vout,
        sequence,
        witnessUtxo: { script: this.#scriptOf(this.address), amount },
      });
    const given = coins.reduce((sum, coin) => sum + coin.amount, 0n);
    const paid = outputs.reduce((sum, output) => sum + output.amount, 0n);
    for (const { address, amount } of outputs) tx.addOutput({ script: this.#scriptOf(address), amount });
    const change = given - paid - fee;
    if (change > 0n) tx.addOutput({ script: this.#scriptOf(this.address), amount: change });
    assert(this.#key.privateKey !== null, 'the stranger has a key');
    tx.sign(this.#key.privateKey);
    tx.finalize();
    return { raw: tx.hex, txId: tx.id };
  }

  #scriptOf(address: string): Buffer {
    const script = toOutputScript(address, 'regtest');
    assert(script !== null, `${address} is an address of the network`);
    return script;
  }
}
