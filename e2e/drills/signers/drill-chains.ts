/** The nodes of the drill, one of each family, and a hot wallet on each that can pay all payments. */
import { join } from 'node:path';
import { startAnvil } from '@salar/laptop/anvil/start-anvil';
import type { RunningAnvil } from '@salar/laptop/anvil/start-anvil';
import { startBitcoinNode } from '@salar/laptop/bitcoin-regtest/start-bitcoin-node';
import type { RunningBitcoinNode } from '@salar/laptop/bitcoin-regtest/start-bitcoin-node';
import { findWallet } from '@salar/services';
import type { SignerWallet } from '@salar/services';
import { silentLog } from '@salar/services/ports/log';
import { TronNode } from '@salar/testing/chains/tron-node';
import { serverDir } from '../../support/server.ts';
import { networks, openClients, paidProducts, tronContract } from './drill-networks.ts';
import type { NodeUrls } from './drill-networks.ts';
import { nets } from './drill-payments.ts';
import type { Family } from './drill-payments.ts';

const ether = 10n ** 18n;
/** Sun of one payment to a receiver without tokens, and more. */
const tronFee = 20_000_000n;
/** Payments of the miner in one block: it has some hundred coins. */
const outputsPerBlock = 100;
/** Satoshi of each output beyond its payment: for fees, and the change. */
const bitcoinMargin = 20_000n;
/** How far the clock of TRON is behind the machine's at the start: the blocks with which its node begins. */
const tronStartMs = 66_000;

export class DrillChains {
  readonly #evm: RunningAnvil;
  readonly #bitcoin: RunningBitcoinNode;
  readonly #tron: TronNode;
  readonly clients: ReturnType<typeof openClients>;

  private constructor(nodes: { evm: RunningAnvil; bitcoin: RunningBitcoinNode; tron: TronNode }) {
    this.#evm = nodes.evm;
    this.#bitcoin = nodes.bitcoin;
    this.#tron = nodes.tron;
    this.clients = openClients(this.urls);
  }

  /** Starts the nodes; their files are in the folder. */
  static async start(folder: string): Promise<DrillChains> {
    const [anvil, regtest, tron] = await Promise.all([
      startAnvil({
        name: 'ethereum',
        chainId: networks.evm.chainId,
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
        chainId: networks.tron.chainId,
        contracts: new Map([[tronContract, 6]]),
        startAt: Date.now() - tronStartMs,
      }),
    ]);
    return new DrillChains({ evm: anvil, bitcoin: regtest, tron });
  }

  get urls(): NodeUrls {
    return { evm: this.#evm.url, bitcoin: this.#bitcoin.url, tron: this.#tron.url };
  }

  /** The time of the newest block of TRON. */
  get tronTime(): number {
    return this.#tron.time;
  }

  /** Gives the hot wallets what `count` payments need. */
  async fund(wallets: readonly SignerWallet[], count: number): Promise<void> {
    const sum = (family: Family) => nets[family] * BigInt(count);
    const evm = findWallet(wallets, 'evm').hotAddress;
    await this.#evm.faucet.send({ address: evm, contract: null, amount: sum('evm') + 10n * ether });
    const to = findWallet(wallets, 'tron').hotAddress;
    await this.#tron.pay({ to, contract: null, amount: tronFee * BigInt(count) });
    await this.#tron.pay({ to, contract: tronContract, amount: sum('tron') });
    this.#tron.mine(1);
    const { hotAddress: address } = findWallet(wallets, 'bitcoin');
    const amount = nets.bitcoin + bitcoinMargin;
    for (let made = 0; made < count; made += outputsPerBlock) {
      const times = Math.min(outputsPerBlock, count - made);
      await this.#bitcoin.faucet.sendMany({ address, amount, times });
    }
  }

  /** Mines a block on the EVM network and on Bitcoin. */
  async mine(): Promise<void> {
    await Promise.all([this.#evm.mine(1), this.#bitcoin.mine(1)]);
  }

  /** Mines a block on TRON. @param pauseMs  how much later than the usual three seconds, by its own clock */
  mineTron(pauseMs: number): void {
    this.#tron.pause(pauseMs);
    this.#tron.mine(1);
  }

  /** Returns what an address has received, in blocks. */
  readReceived(family: Family, address: string): Promise<bigint> {
    switch (family) {
      case 'evm':
        return this.clients.evm.getBalance(paidProducts.evm, address);
      case 'bitcoin':
        return this.#bitcoin.faucet.balanceOf(address);
      default:
        return this.clients.tron.getBalance(paidProducts.tron, address);
    }
  }

  async stop(): Promise<void> {
    await Promise.all([this.#evm.stop(), this.#bitcoin.stop(), this.#tron.close()]);
  }
}
