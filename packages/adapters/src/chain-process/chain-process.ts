/**
 * Runs the clients of a network's nodes in a process of its own (decision 0064).
 *
 * A node, or a stranger who fills a block, decides how large an answer is. Receiving and parsing it takes seconds and memory, which the
 * thread that matches orders does not have. A process that takes too much memory, or hangs, is ended: its calls fail as those of a node
 * that is unavailable, and the next call starts another process.
 */
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { ChainUnavailable } from '@salar/services/ports/chain-client';
import type { Log } from '@salar/services/ports/log';
import { endFirst } from '../processes/process-memory.ts';
import { createSandbox } from '../processes/sandbox.ts';
import { unpackFailure, unpackResult } from './process-messages.ts';
import type { ChainCall, ChainReply, ChainRequest, ProcessStart } from './process-messages.ts';

/** Several times what an answer of the greatest length and number of values needs when it is parsed. */
const heapMaxMibDefault = 1024;
/** Calls that wait for an answer; more are refused. */
const callsMaxDefault = 256;
/** Every request of a client has a time limit; a call that takes longer than all of them is a process that hangs. */
const callMaxMsDefault = 300_000;

const connectionSettings = [
  'NODE_EXTRA_CA_CERTS',
  'NODE_USE_ENV_PROXY',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
];

type Waiting = {
  readonly timer: NodeJS.Timeout;
  readonly pieces: Uint8Array[];
  resolve(pieces: readonly Uint8Array[]): void;
  reject(error: Error): void;
};

type ChainProcessOptions = ProcessStart & {
  /** Path of the bundled `chain-process.js`. */
  readonly entry: string;
  readonly log: Log;
  readonly heapMaxMib?: number;
  readonly callsMax?: number;
  readonly callMaxMs?: number;
};

export class ChainProcess {
  readonly #options: ChainProcessOptions;
  readonly #waiting = new Map<number, Waiting>();
  #child: ChildProcess | null = null;
  #nextId = 1;

  constructor(options: ChainProcessOptions) {
    this.#options = options;
  }

  /** The process id; undefined while none runs. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** @throws ChainUnavailable also when too many calls wait, or when the process ends before it has answered */
  async call(call: ChainCall): Promise<unknown> {
    const { callsMax = callsMaxDefault, callMaxMs = callMaxMsDefault } = this.#options;
    if (this.#waiting.size >= callsMax)
      throw new ChainUnavailable(`${callsMax} requests to the node wait already`);
    const child = this.#child ?? this.#start();
    const pieces = await new Promise<readonly Uint8Array[]>((resolve, reject) => {
      const timer = setTimeout(() => this.#end(child, 'the process of the network hangs'), callMaxMs).unref();
      const id = this.#nextId++;
      this.#waiting.set(id, { timer, pieces: [], resolve, reject });
      child.send({ id, ...call } satisfies ChainRequest);
    });
    return unpackResult(pieces);
  }

  async close(): Promise<void> {
    const child = this.#child;
    if (child?.pid === undefined) return;
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    this.#end(child, 'the connection to the node is closed');
    await ended;
  }

  #start(): ChildProcess {
    const { entry, log, settings, nodes, timeoutMs, heapMaxMib = heapMaxMibDefault } = this.#options;
    const { program, execArgv, options } = createSandbox(entry, { heapMaxMib, log });
    const child = fork(program, [], {
      ...options,
      env: pickConnectionSettings(),
      execArgv,
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    child.on('message', (reply: ChainReply) => this.#settle(reply));
    child.on('error', (cause) => this.#onEnded(child, 'the process of the network failed', cause));
    child.on('exit', (code, signal) => this.#onEnded(child, describeEnd(code, signal)));
    this.#child = child;
    if (child.pid !== undefined) endFirst(child.pid);
    const start: ProcessStart = { settings, nodes, ...(timeoutMs !== undefined && { timeoutMs }) };
    child.send(start);
    child.unref();
    child.channel?.unref();
    return child;
  }

  #settle(reply: ChainReply): void {
    const waiting = this.#waiting.get(reply.id);
    if (waiting === undefined) return;
    if ('piece' in reply) waiting.pieces.push(reply.piece);
    if ('piece' in reply && !reply.isLast) return;
    clearTimeout(waiting.timer);
    this.#waiting.delete(reply.id);
    if ('failure' in reply) waiting.reject(unpackFailure(reply.failure));
    else waiting.resolve(waiting.pieces);
  }

  #end(child: ChildProcess, reason: string): void {
    this.#onEnded(child, reason);
    child.kill('SIGKILL'); // it has no state
  }

  /** Fails the calls of a process that has ended; the next call starts another one. */
  #onEnded(child: ChildProcess, reason: string, cause?: Error): void {
    if (this.#child !== child) return;
    this.#child = null;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const call of waiting) {
      clearTimeout(call.timer);
      call.reject(new ChainUnavailable(reason, { cause }));
    }
  }
}

/** Returns Node's settings of connections in our own environment, which has secrets, too. */
function pickConnectionSettings(): NodeJS.ProcessEnv {
  return Object.fromEntries(connectionSettings.map((name) => [name, process.env[name]]));
}

/** Node ends itself with an abort when its heap is full. */
function describeEnd(code: number | null, signal: NodeJS.Signals | null): string {
  return signal === 'SIGABRT'
    ? 'an answer of the node took more memory than the process of its network may use'
    : `the process of the network ended (${signal ?? `code ${code}`})`;
}
