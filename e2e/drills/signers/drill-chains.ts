/** The networks of the drill: a node of each family, with a hot wallet that can pay all payments. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startAnvil } from '@salar/laptop/anvil/start-anvil';
import type { RunningAnvil } from '@salar/laptop/anvil/start-anvil';
import { startBitcoinNode } from '@salar/laptop/bitcoin-regtest/start-bitcoin-node';
import type { RunningBitcoinNode } from '@salar/laptop/bitcoin-regtest/start-bitcoin-node';
import { assert } from '@salar/protocol';
import { findWallet } from '@salar/services';
import type { BitcoinInput, SignerWallet } from '@salar/services';
import { bitcoinBranches } from '@salar/services/ports/chain-signer';
import { silentLog } from '@salar/services/ports/log';
import { TronNode } from '@salar/testing/tron-node';
import { serverDir } from '../../support/server.ts';
import { openClients } from './drill-clients.ts';
import type { NodeUrls } from './drill-clients.ts';
import { bitcoinMargin, payments } from './drill-payments.ts';
import type { Family, PaymentSources } from './drill-payments.ts';

const ether = 10n ** 18n;
/** Sun of one payment to a receiver without tokens, and more. */
const tronFee = 20_000_000n;
/** Payments of the miner in one block: it has some hundred coins. */
const outputsPerBlock = 100;
const tronContract = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

export class DrillChains {
  readonly #evm: RunningAnvil;
  readonly #bitcoin: RunningBitcoinNode;
  readonly #tron: TronNode;
  readonly #clients: ReturnType<typeof openClients>;

  private constructor(nodes: { evm: RunningAnvil; bitcoin: RunningBitcoinNode; tron: TronNode }) {
    this.#evm = nodes.evm;
    this.#bitcoin = nodes.bitcoin;
    this.#tron = nodes.tron;
    this.#clients = openClients(this.#urls);
  }

  /** Starts the nodes, and writes their addresses to `nodes.json` in the folder. */
  static async start(folder: string): Promise<DrillChains> {
    const [anvil, regtest, tron] = await Promise.all([
      startAnvil({
        name: 'ethereum',
        chainId: payments.evm.chainId,
        port: 0,
        stateFile: join(folder, 'evm', 'state.gz'),
        blockTimeSeconds: 3600, // blocks are mined when the drill requests them
        log: silentLog,
      }),
      startBitcoinNode({
        entry: join(serverDir, 'bitcoin-node.js'),
        name: 'bitcoin',
        port: 0,
        file: join(folder, 'blocks'),
        blockTimeMs: 0,
        log: silentLog,
      }),
      TronNode.open({
        chainId: payments.tron.chainId,
        contracts: new Map([[tronContract, 6]]),
        startAt: Date.now(),
      }),
    ]);
    const chains = new DrillChains({ evm: anvil, bitcoin: regtest, tron });
    writeFileSync(join(folder, 'nodes.json'), JSON.stringify(chains.#urls));
    return chains;
  }

  get #urls(): NodeUrls {
    return { evm: this.#evm.url, bitcoin: this.#bitcoin.url, tron: this.#tron.url };
  }

  /** Gives the hot wallets what `count` payments need. */
  async fund(wallets: readonly SignerWallet[], count: number): Promise<PaymentSources> {
    const sum = ({ net }: { readonly net: bigint }) => net * BigInt(count);
    const evm = findWallet(wallets, 'evm').hotAddress;
    await this.#evm.faucet.send({ address: evm, contract: null, amount: sum(payments.evm) + 10n * ether });
    const to = findWallet(wallets, 'tron').hotAddress;
    await this.#tron.pay({ to, contract: null, amount: tronFee * BigInt(count) });
    await this.#tron.pay({ to, contract: tronContract, amount: sum(payments.tron) });
    this.#tron.mine(1);
    return {
      outputs: await this.#createOutputs(findWallet(wallets, 'bitcoin'), count),
      reference: await this.#clients.tron.reference(),
    };
  }

  /** Mines a block on each network. */
  async mine(): Promise<void> {
    await Promise.all([this.#evm.mine(1), this.#bitcoin.mine(1)]);
    this.#tron.mine(1);
  }

  /** Returns what an address has received, in blocks. */
  readReceived(family: Family, address: string): Promise<bigint> {
    switch (family) {
      case 'evm':
        return this.#clients.evm.getBalance(payments.evm.productId, address);
      case 'bitcoin':
        return this.#bitcoin.faucet.balanceOf(address);
      default:
        return this.#clients.tron.getBalance(payments.tron.productId, address);
    }
  }

  async stop(): Promise<void> {
    await Promise.all([this.#evm.stop(), this.#bitcoin.stop(), this.#tron.close()]);
  }

  /** Pays one output of the hot wallet for each payment. */
  async #createOutputs(
    { hotAddress, keyLayout }: SignerWallet,
    count: number,
  ): Promise<readonly BitcoinInput[]> {
    const amount = payments.bitcoin.net + bitcoinMargin;
    const place = { branch: bitcoinBranches[keyLayout].hot, index: 0 } as const;
    const outputs: BitcoinInput[] = [];
    while (outputs.length < count) {
      const times = Math.min(outputsPerBlock, count - outputs.length);
      await this.#bitcoin.faucet.sendMany({ address: hotAddress, amount, times });
      const block = await this.#clients.bitcoin.block(await this.#clients.bitcoin.height());
      const paid = (block?.transfers ?? []).filter(({ to }) => to === hotAddress);
      assert(paid.length === times, 'the outputs are in the newest block');
      outputs.push(...paid.map(({ txId, position }) => ({ txId, vout: Number(position), amount, ...place })));
    }
    return outputs;
  }
}
