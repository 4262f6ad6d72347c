/**
 * One run of anvil.
 *
 * It runs in a process group of its own, so that a terminal's Ctrl-C does not end it before our ordered stop, and
 * under a shell that ends it when the pipe from us closes, so that it is never left behind, however we end.
 */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { JsonRpc } from '@salar/adapters/chain-evm/json-rpc';
import { anvilBinary } from './anvil-binary.ts';
import { endLeftover } from './leftover-process.ts';

/** Publicly known: for local chains only. */
export const devMnemonic = 'test test test test test test test test test test test junk';

const readyTimeoutMs = 15_000;
const stopTimeoutMs = 5_000;

// The reader of the pipe ends when we do; then anvil is ended. When anvil ends first, the reader is ended with it.
const leash = `exec 3<&0
"$0" "$@" </dev/null 3<&- &
chain=$!
echo "$chain" >"$SALAR_CHAIN_PID_FILE"
(cat <&3 >/dev/null; kill -TERM $chain 2>/dev/null) &
reader=$!
wait $chain
code=$?
kill $reader 2>/dev/null
exit $code`;

export class AnvilProcess {
  readonly url: string;
  readonly rpc: JsonRpc;
  readonly exited: Promise<void>;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, port: number) {
    this.#child = child;
    this.url = `http://127.0.0.1:${port}`;
    this.rpc = new JsonRpc(this.url, { timeoutMs: 30_000 }); // a dump of a long chain takes its time
    this.exited = new Promise((resolve) => {
      child.once('exit', () => resolve());
      child.once('error', () => resolve());
    });
  }

  /** Starts it on a free loopback port and waits until it answers. */
  static async start(options: {
    chainId: number;
    blockTimeSeconds: number;
    /** A state to start from, as anvil itself wrote it. */
    loadState: string | null;
    /** Receives the process id, to end a process whose shell was killed. */
    pidFile: string;
  }): Promise<AnvilProcess> {
    await endLeftover(options.pidFile);
    const port = await freePort();
    const flags = [
      `--host=127.0.0.1 --port=${port} --chain-id=${options.chainId} --silent --accounts=5 --balance=1000000`,
      `--block-time=${options.blockTimeSeconds} --mixed-mining --slots-in-an-epoch=1`,
      // When a chain is rebuilt from its transactions they must cost what they cost before.
      '--block-base-fee-per-gas=0',
    ].flatMap((line) => line.split(' '));
    flags.push('--mnemonic', devMnemonic);
    if (options.loadState !== null) flags.push('--load-state', options.loadState);
    const anvil = new AnvilProcess(spawnOnLeash(anvilBinary(), flags, options.pidFile), port);
    await anvil.#ready(options.chainId);
    return anvil;
  }

  /** Ends it at any moment: the caller has saved everything that must be kept. */
  async stop(): Promise<void> {
    this.#child.stdin?.destroy(); // makes the shell end
    if (process.platform === 'win32') this.#child.kill();
    else this.#signalGroup('SIGTERM');
    const timer = setTimeout(() => this.#signalGroup('SIGKILL'), stopTimeoutMs);
    await this.exited;
    clearTimeout(timer);
  }

  /** Kills it at once. */
  async kill(): Promise<void> {
    this.#signalGroup('SIGKILL');
    await this.exited;
  }

  async #ready(chainId: number): Promise<void> {
    const deadline = Date.now() + readyTimeoutMs;
    let hasExited = false;
    void this.exited.then(() => (hasExited = true));
    for (;;) {
      if (hasExited) throw new Error('the local chain ended while it started');
      try {
        const answer = await this.rpc.call('eth_chainId');
        if (Number(answer) === chainId) return;
        throw new Error(`port of chain ${chainId} was taken by another program`);
      } catch (error) {
        if (Date.now() > deadline || (error as Error).name !== 'ChainUnavailable') {
          await this.stop();
          throw new Error('the local chain does not start', { cause: error });
        }
        await sleep(20);
      }
    }
  }

  #signalGroup(signal: NodeJS.Signals): void {
    const { pid } = this.#child;
    if (pid === undefined) return;
    try {
      process.kill(-pid, signal); // detached: it leads its own group
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

function spawnOnLeash(binary: string, flags: readonly string[], pidFile: string): ChildProcess {
  const stdio = ['pipe', 'ignore', 'ignore'] as const;
  const env = { ...process.env, SALAR_CHAIN_PID_FILE: pidFile };
  const child =
    process.platform === 'win32'
      ? spawn(binary, flags, { stdio: [...stdio] })
      : spawn('/bin/sh', ['-c', leash, binary, ...flags], { stdio: [...stdio], detached: true, env });
  child.stdin?.on('error', () => undefined); // the pipe breaks when the chain is killed; `exited` reports that
  return child;
}

/** Finds a port that nothing listens on now. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  await new Promise<void>((resolve) => void server.close(() => resolve()));
  return port;
}
