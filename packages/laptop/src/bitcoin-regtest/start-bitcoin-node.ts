/** Starts a local Bitcoin network in a process of its own and restarts it when it ends. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { formatAmount } from '@salar/protocol';
import type { Log } from '@salar/services/ports/log';
import { BitcoinRpc } from '@salar/adapters/chain-bitcoin/bitcoin-rpc';
import { satoshiSchema } from '@salar/adapters/chain-bitcoin/bitcoin-answers';
import { readAnswer, recordSchema } from '@salar/adapters/node-answers/read-answer';
import { nodeSettingsVariable } from './node-settings.ts';
import type { NodeSettings } from './node-settings.ts';

/** Credentials of the JSON-RPC server: anybody on this machine may use a network whose coins are worthless. */
const credentials = 'salar:local';
const portsTried = 20;
const readyTimeoutMs = 60_000; // a second on an idle machine
const stopTimeoutMs = 5_000;
const restartDelayMs = 100;
const rpcTimeoutMs = 30_000; // many blocks at once take their time
const unspentSchema = recordSchema({ total_amount: satoshiSchema });

export type BitcoinNodeOptions = {
  /** Path of the bundled process, whose program is `runBitcoinNode`. */
  readonly entry: string;
  /** Name in logs. */
  readonly name: string;
  /** The next free one when taken, any when 0. */
  readonly port: number;
  /** File of its blocks. */
  readonly file: string;
  /** 0 leaves mining to the callers. */
  readonly blockTimeMs: number;
  readonly log: Log;
};

export type RunningBitcoinNode = {
  /** Includes user and password; does not change during the run. */
  readonly url: string;
  readonly rpc: BitcoinRpc;
  readonly faucet: {
    /**
     * Sends satoshi and waits for the block.
     * @returns the transaction's id
     */
    send(request: { address: string; amount: bigint }): Promise<string>;
    /** Sends the same amount several times, all in one block. */
    sendMany(request: { address: string; amount: bigint; times: number }): Promise<void>;
    /** Returns satoshi in unspent outputs of the address, in blocks. */
    balanceOf(address: string): Promise<bigint>;
  };
  /** Adds blocks; the first one contains the waiting transactions. */
  mine(blocks: number): Promise<void>;
  stop(): Promise<void>;
  /** Ends the process at once, as `kill -9` would: it is restarted. */
  kill(): Promise<void>;
};

/** @throws when it does not start within a minute, with the last output on its standard error */
export async function startBitcoinNode(options: BitcoinNodeOptions): Promise<RunningBitcoinNode> {
  const { entry, name, port: portMin, file, blockTimeMs, log } = options;
  const keeper = new ProcessSupervisor({ entry, name, log }, { portMin, credentials, file, blockTimeMs });
  const port = await keeper.start();
  const url = `http://${credentials}@127.0.0.1:${port}`;
  const rpc = new BitcoinRpc(url, rpcTimeoutMs);
  return {
    url,
    rpc,
    faucet: createFaucet(rpc),
    async mine(blocks) {
      await rpc.call('generatetoaddress', blocks);
    },
    stop: () => keeper.stop(),
    kill: () => keeper.kill(),
  };
}

function createFaucet(rpc: BitcoinRpc): RunningBitcoinNode['faucet'] {
  const pay = async (address: string, amount: bigint): Promise<string> => {
    const txId = await rpc.call('sendtoaddress', address, formatAmount(amount, 8));
    if (typeof txId !== 'string') throw new Error('the local Bitcoin network returned no transaction id');
    return txId;
  };
  return {
    async send({ address, amount }) {
      const txId = await pay(address, amount);
      await rpc.call('generatetoaddress', 1);
      return txId;
    },
    async sendMany({ address, amount, times }) {
      for (let sent = 0; sent < times; sent += 1) await pay(address, amount);
      await rpc.call('generatetoaddress', 1);
    },
    async balanceOf(address) {
      const found = await rpc.call('scantxoutset', 'start', [`addr(${address})`]);
      return readAnswer(unspentSchema, found).total_amount;
    },
  };
}

class ProcessSupervisor {
  readonly #options: { entry: string; name: string; log: Log };
  #settings: NodeSettings;
  #child: ChildProcess | null = null;
  #isUp = false;
  #isStopping = false;
  #complaint = '';

  constructor(options: { entry: string; name: string; log: Log }, first: Omit<NodeSettings, 'portMax'>) {
    this.#options = options;
    this.#settings = { ...first, portMax: first.portMin === 0 ? 0 : first.portMin + portsTried };
  }

  /** Resolves with the port once the network answers there; it keeps that port through all restarts. */
  async start(): Promise<number> {
    const child = this.#launch();
    const up = new Promise<number>((resolve, reject) => {
      const fail = () => reject(new Error(this.#complaint || 'it does not start'));
      const timer = setTimeout(fail, readyTimeoutMs);
      child.once('exit', fail);
      child.stdout?.once('data', (line: Buffer) => {
        clearTimeout(timer);
        resolve(Number(line.toString()));
      });
    });
    try {
      const port = await up;
      this.#settings = { ...this.#settings, portMin: port, portMax: port };
      this.#isUp = true;
      return port;
    } catch (cause) {
      await this.stop();
      throw new Error(`the local Bitcoin network does not start: ${(cause as Error).message}`, { cause });
    }
  }

  #launch(): ChildProcess {
    const { entry, name, log } = this.#options;
    const child = spawn(process.execPath, [entry], {
      detached: true, // a terminal's Ctrl-C does not reach it
      stdio: ['pipe', 'pipe', 'pipe'],
      env: {
        ...(process.env['PATH'] === undefined ? {} : { PATH: process.env['PATH'] }),
        [nodeSettingsVariable]: JSON.stringify(this.#settings),
      },
    });
    this.#child = child;
    child.stdin.on('error', () => undefined); // the pipe breaks when it is killed; `exit` reports that
    child.stderr.on('data', (text: Buffer) => {
      this.#complaint = (this.#complaint + text.toString()).slice(-2000).trim();
    });
    child.once('exit', (code, signal) => {
      this.#child = null;
      if (this.#isStopping || !this.#isUp) return;
      log.warn(
        { chain: name, code, signal, complaint: this.#complaint },
        'the local chain ended and is restarted',
      );
      setTimeout(() => {
        if (!this.#isStopping) this.#launch();
      }, restartDelayMs);
    });
    return child;
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#end('SIGTERM');
  }

  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise<void>((resolve) => void child.once('exit', () => resolve()));
    child.kill(signal);
    const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs);
    await gone;
    clearTimeout(timer);
  }
}
