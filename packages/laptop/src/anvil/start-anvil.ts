/**
 * A persistent local EVM network.
 *
 * Anvil keeps its chain in memory. We save its state periodically and at the ordered stop, and write every signed
 * transaction to a log of our own before the chain gets it. When anvil dies, the last state is loaded and the log
 * sent again in the same order, which restores the same balances, with the chain at least as long as before; block
 * hashes differ, as after a reorg. Meanwhile callers of the public address wait.
 */
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '@salar/services/ports/log';
import { keccak256 } from 'viem';
import type { Hex } from 'viem';
import { JsonRpc, RpcRefusal } from '@salar/adapters/chain-evm/json-rpc';
import { AnvilProcess } from './anvil-process.ts';
import { removeUnpacked, saveState, unpackState } from './chain-state.ts';
import { ensureContracts } from './dev-contracts.ts';
import { Faucet } from './faucet.ts';
import { RpcServer } from './rpc-server.ts';
import { TransactionLog } from './transaction-log.ts';

/** The state is saved at most this often, and saving never takes more than a twentieth of the time. */
const saveIntervalMsMin = 30_000;
/** When transactions had to be sent again at the start, the state is saved soon, or every start would repeat them. */
const resentSaveDelayMs = 2_000;
const idleSaveIntervalMs = 5 * 60_000;
const restartDelayMsMax = 5_000;

export type AnvilOptions = {
  /** Name in logs. */
  readonly name: string;
  readonly chainId: number;
  /** The public port; the next free one when taken, any when 0. */
  readonly port: number;
  /** File of the saved state; the log of transactions is beside it. */
  readonly stateFile: string;
  readonly blockTimeSeconds: number;
  readonly log: Log;
};

export type RunningAnvil = {
  /** The public address, which does not change during the run. */
  readonly url: string;
  readonly faucet: Faucet;
  /** Adds empty blocks. */
  mine(blocks: number): Promise<void>;
  /** Saves the state and ends anvil. */
  stop(): Promise<void>;
  /** Ends anvil at once without saving, as `kill -9` would: it is restarted. */
  kill(): Promise<void>;
};

/** Starts the network, with its contracts at their fixed addresses. */
export async function startAnvil(options: AnvilOptions): Promise<RunningAnvil> {
  const chain = new LocalChain(options);
  await chain.start();
  const server = await openServer(chain, options.port);
  const stop = async () => {
    await chain.stop();
    await server.close();
  };
  const rpc = new JsonRpc(server.url, { timeoutMs: 20_000 });
  try {
    await ensureContracts(rpc, options.chainId);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url: server.url,
    faucet: new Faucet(rpc, options.chainId),
    async mine(blocks) {
      await rpc.call('anvil_mine', `0x${blocks.toString(16)}`);
    },
    stop,
    kill: () => chain.kill(),
  };
}

async function openServer(chain: LocalChain, port: number): Promise<RpcServer> {
  try {
    return await RpcServer.open(port, {
      starts: () => chain.starts,
      upstream: () => chain.ready(),
      onSignedTransaction: (raw) => chain.remember(raw),
      onSentTransaction: (hash) => chain.rememberSent(hash),
    });
  } catch (error) {
    await chain.stop();
    throw error;
  }
}

class LocalChain {
  readonly #options: AnvilOptions;
  readonly #transactions: TransactionLog;
  #process: AnvilProcess | null = null;
  /** How often anvil has been started and restored. */
  starts = 0;
  #ready: Promise<string> = Promise.resolve('');
  #isStopping = false;
  #height = 0;
  #savedEntries = 0;
  #savedAt = 0;
  #saveTook = 0;
  #timer: NodeJS.Timeout | null = null;
  #saving: Promise<void> | null = null;

  constructor(options: AnvilOptions) {
    mkdirSync(dirname(options.stateFile), { recursive: true, mode: 0o700 });
    this.#options = options;
    this.#transactions = new TransactionLog(join(dirname(options.stateFile), 'transactions.log'));
  }

  async start(): Promise<void> {
    this.#ready = this.#launch();
    await this.#ready;
    this.#timer = setInterval(() => void this.#checkForBlock(), 1000);
  }

  /** Resolves with anvil's address once it runs and is restored. */
  ready(): Promise<string> {
    return this.#ready;
  }

  async kill(): Promise<void> {
    const anvil = this.#process;
    await anvil?.kill();
  }

  remember(raw: string): void {
    this.#transactions.append(raw);
  }

  async rememberSent(hash: string): Promise<void> {
    const raw = await this.#process?.rpc.call('eth_getRawTransactionByHash', hash);
    if (typeof raw === 'string') this.remember(raw);
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    if (this.#timer !== null) clearInterval(this.#timer);
    await this.#ready.catch((error: unknown) => this.#warn('it was not running when it was stopped', error));
    await this.#saving;
    await this.#save().catch((error: unknown) => this.#warn('its state could not be saved at stop', error));
    await this.#process?.stop();
    this.#transactions.close();
  }

  async #launch(): Promise<string> {
    const { chainId, blockTimeSeconds, stateFile, name, log } = this.#options;
    // A save of the former process may still be writing the state and truncating the log; `#checkForBlock` reports
    // its failure.
    await this.#saving?.catch(() => undefined);
    const unpacked = await unpackState(stateFile);
    const anvil = await AnvilProcess.start({
      chainId,
      blockTimeSeconds,
      loadState: unpacked,
      pidFile: join(dirname(stateFile), 'anvil.pid'),
    });
    await removeUnpacked(unpacked);
    const resent = await this.#resend(anvil.rpc);
    if (resent > 0) log.info({ chain: name, resent }, 'transactions were sent to the local chain again');
    await this.#growTo(anvil.rpc, this.#height);
    this.#savedAt = Date.now() - (resent > 0 ? saveIntervalMsMin - resentSaveDelayMs : 0);
    if (resent > 0) this.#savedEntries = 0;
    this.#process = anvil;
    this.starts += 1;
    void anvil.exited.then(() => this.#died(anvil));
    return anvil.url;
  }

  #died(anvil: AnvilProcess): void {
    if (this.#isStopping || this.#process !== anvil) return;
    this.#options.log.warn({ chain: this.#options.name }, 'the local chain ended and is restarted');
    this.#ready = this.#relaunch();
    // Callers of the public address wait for it and get the failure.
    this.#ready.catch((error: unknown) => this.#warn('the local chain does not restart', error));
  }

  async #relaunch(): Promise<string> {
    for (let delay = 50; ; delay = Math.min(delay * 2, restartDelayMsMax)) {
      if (this.#isStopping) throw new Error('the local chain is being stopped');
      try {
        return await this.#launch();
      } catch (error) {
        this.#warn('the local chain failed to restart', error);
        await sleep(delay);
      }
    }
  }

  /** Sends the transactions again that the loaded state does not have, in their order. */
  async #resend(rpc: JsonRpc): Promise<number> {
    let resent = 0;
    for (const raw of this.#transactions.entries) {
      // An older state may require a higher base fee than the one this was signed for.
      await rpc.call('anvil_setNextBlockBaseFeePerGas', '0x0');
      try {
        await rpc.call('eth_sendRawTransaction', raw);
        resent += 1;
      } catch (error) {
        if (!(error instanceof RpcRefusal)) throw error; // known already, or replaced by another: both are fine
      }
    }
    if (resent > 0) await rpc.call('anvil_mine', '0x1');
    return resent;
  }

  /** Callers must never see the chain get shorter. */
  async #growTo(rpc: JsonRpc, height: number): Promise<void> {
    const now = Number(await rpc.call('eth_blockNumber'));
    if (now < height) await rpc.call('anvil_mine', `0x${(height - now).toString(16)}`);
  }

  /** Once a second: reads the height, and saves the state when due. */
  async #checkForBlock(): Promise<void> {
    const anvil = this.#process;
    if (anvil === null || this.#saving !== null || this.#isStopping) return;
    try {
      this.#height = Math.max(this.#height, Number(await anvil.rpc.call('eth_blockNumber')));
      const age = Date.now() - this.#savedAt;
      const hasNews = this.#transactions.entries.length > this.#savedEntries;
      const interval = Math.max(hasNews ? saveIntervalMsMin : idleSaveIntervalMs, 20 * this.#saveTook);
      if (age < interval) return;
      this.#saving = this.#save();
      await this.#saving;
    } catch (error) {
      this.#warn('checking the local chain failed', error);
    } finally {
      this.#saving = null;
    }
  }

  async #save(): Promise<void> {
    const anvil = this.#process;
    if (anvil === null) return;
    const began = Date.now();
    const given = [...this.#transactions.entries];
    // Transactions in a block before the dump are in the dump; those still in the pool stay in the log.
    const saved = await this.#inBlocks(anvil.rpc, given);
    const dump = await anvil.rpc.call('anvil_dumpState');
    if (typeof dump !== 'string') throw new Error('the local chain returned no state');
    await saveState(this.#options.stateFile, dump);
    this.#transactions.drop(saved);
    this.#savedEntries = this.#transactions.entries.length;
    this.#savedAt = Date.now();
    this.#saveTook = this.#savedAt - began;
  }

  async #inBlocks(rpc: JsonRpc, given: readonly string[]): Promise<ReadonlySet<string>> {
    const saved = new Set<string>();
    for (const raw of given) {
      const hash = keccak256(raw as Hex);
      if ((await rpc.call('eth_getTransactionReceipt', hash)) !== null) saved.add(raw);
    }
    return saved;
  }

  #warn(what: string, error: unknown): void {
    this.#options.log.warn({ chain: this.#options.name, err: error }, what);
  }
}
