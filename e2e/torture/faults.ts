/** Injects faults one after another: processes die, disks fill up or become slow, clocks jump. */
import { writePoints } from '@salar/store/write-points';
import type { WritePoint } from '@salar/store/write-points';
import type { OwnPostgres } from '@salar/testing/own-postgres';
import type { ShiftedClock } from '../clock/shifted-clock.ts';
import { launchServer } from '../support/server.ts';
import type { LaunchedServer, ServerOptions } from '../support/server.ts';
import type { Load } from './load.ts';
import { localChains, replaceNewest } from './local-chains.ts';
import { listProcesses } from './processes.ts';
import type { ProcessKind } from './processes.ts';
import type { SmallDisk } from './small-disk.ts';

/** The relative frequency of each fault, by name. */
const shares = {
  /** The server ends itself with SIGKILL at one of the named points around its writes. */
  'write-point': 10,
  server: 2,
  /** Kills the server in the middle of a burst of orders. */
  burst: 2,
  /** Kills the server again while it starts. */
  starting: 1,
  /** PostgreSQL dies while the server starts. */
  database: 1,
  /** Kills all processes at once. */
  machine: 1,
  postmaster: 2,
  anvil: 1,
  bitcoin: 1,
  leash: 1,
  signer: 1,
  /** Replaces the newest block of a network: fewer blocks than the confirmations of a deposit. */
  reorg: 2,
  'disk-full': 1,
  /** Pauses PostgreSQL repeatedly, as on a slow disk. */
  'slow-disk': 1,
  'clock-jump': 1,
  /** A PostgreSQL of one's own is away for seconds, as at a restart or a switchover. */
  outage: 3,
  /** A PostgreSQL of one's own only reads for seconds. */
  'read-only': 2,
} as const;
export type FaultName = keyof typeof shares;
export const faultNames = Object.keys(shares) as FaultName[];
export const faultsOfOwn: ReadonlySet<FaultName> = new Set(['outage', 'read-only']);
export const faultsOfEmbedded: ReadonlySet<FaultName> = new Set([
  'database',
  'postmaster',
  'disk-full',
  'slow-disk',
]);

/**
 * Points that are reached only by a loss or a surplus, which `deep-reorgs.ts` covers, or by a payment that the network refuses, which
 * the tests of withdrawals cover.
 */
const rarePoints: readonly WritePoint[] = [
  'deposit.loss_booked',
  'reconciliation.correction_written',
  'withdrawal.returned',
];
export const drawnPoints = writePoints.filter((point) => !rarePoints.includes(point));

const burstOrders = 40;
/** How long a running server may take to reach its write point before it is killed anyway. */
const pointPatienceMs = 20_000;
/** Clocks jump by less than the time that clients wait for mails. */
const jumpsMs = [-45_000, -5_000, 5_000, 45_000];

type Options = {
  readonly settings: ServerOptions & {
    readonly dataDir: string;
    readonly env: Readonly<Record<string, string>>;
  };
  readonly clock: ShiftedClock;
  readonly disk: SmallDisk | null;
  /** The PostgreSQL of `DATABASE_URL`; null for the embedded one. */
  readonly own: OwnPostgres | null;
  readonly random: () => number;
  readonly names: readonly FaultName[];
  readonly fail: (sentence: string) => void;
};

export class Faults {
  /** Write points at which the server has died. */
  readonly reached = new Set<WritePoint>();
  readonly #options: Options;
  readonly #random: () => number;
  readonly #hat: readonly FaultName[];
  readonly #counts = new Map<FaultName, number>();
  readonly #nextOrderMs: number[] = [];
  readonly #readyMs: number[] = [];
  readonly #bursts: Promise<void>[] = [];
  #points: WritePoint[] = [];
  #server: LaunchedServer | null = null;

  constructor(options: Options) {
    this.#options = options;
    this.#random = options.random;
    this.#hat = options.names.flatMap((name) => Array.from({ length: shares[name] }, () => name));
  }

  get url(): string {
    return this.#running.url;
  }

  async start(): Promise<void> {
    this.#server = await launchServer(this.#options.settings);
    await this.#server.ready();
  }

  async run(load: Load, count: number): Promise<void> {
    for (let n = 1; n <= count; n++) {
      await pause(300 + this.#random() * 1_700);
      await this.#goOnIfItEnded();
      while (!(await this.#one(load, n))) await pause(100); // the process is being restarted: draw another fault
    }
    await pause(1_500);
    await this.#goOnIfItEnded();
    await Promise.all(this.#bursts);
  }

  /** Stops the server gracefully and starts it. */
  async restart(): Promise<void> {
    const code = await this.stop();
    if (code !== 0) this.#options.fail(`the server stopped with ${code}`);
    await this.start();
  }

  async stop(): Promise<number | null> {
    return this.#server === null ? null : this.#server.stop();
  }

  summary(): string {
    const counts = [...this.#counts].map(([name, count]) => `${count} ${name}`).join(', ');
    return [
      `faults: ${counts}`,
      times('kill -9 to next accepted order', this.#nextOrderMs),
      times('kill -9 to everything ready', this.#readyMs),
    ].join('\n');
  }

  get #running(): LaunchedServer {
    if (this.#server === null) throw new Error('the server was never started');
    return this.#server;
  }

  /** @returns false when there is no such process to kill */
  async #one(load: Load, n: number): Promise<boolean> {
    const name = this.#pick(this.#hat);
    switch (name) {
      case 'postmaster':
      case 'anvil':
      case 'bitcoin':
      case 'leash':
      case 'signer': {
        const pid = this.#pid(name);
        if (pid === undefined || !send(pid, 'SIGKILL')) return false;
        console.log(`${n}: kill -9 ${name} (${pid})`);
        break;
      }
      case 'reorg':
        if (!(await this.#reorganise(n))) return false;
        break;
      case 'disk-full':
        await this.#fillDisk(n);
        break;
      case 'slow-disk':
        await this.#slowDisk(n);
        break;
      case 'clock-jump':
        await this.#jumpClock(n);
        break;
      case 'outage':
        await this.#interrupt(n);
        break;
      case 'read-only':
        await this.#forbidWrites(n);
        break;
      case 'write-point':
        await this.#dieAtPoint(load, n);
        break;
      default:
        await this.#killServer(load, name, n);
    }
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
    return true;
  }

  async #killServer(load: Load, name: FaultName, n: number): Promise<void> {
    if (name === 'burst') {
      const burst = load.burst(burstOrders);
      this.#bursts.push(
        burst.catch((error: unknown) => this.#options.fail(`a burst found no end: ${String(error)}`)),
      );
      await pause(this.#random() * 25);
    }
    console.log(`${n}: kill -9 server (${this.#running.process.pid})${name === 'server' ? '' : `, ${name}`}`);
    let since = performance.now();
    if (name === 'machine')
      for (const { pid } of listProcesses(this.#options.settings.dataDir)) send(pid, 'SIGKILL');
    await this.#relaunch();
    if (name === 'starting') {
      await pause(this.#random() * 1_800);
      since = performance.now();
      await this.#relaunch();
    }
    if (name === 'database') {
      await pause(this.#random() * 1_500);
      const postmaster = this.#pid('postmaster');
      if (postmaster !== undefined) send(postmaster, 'SIGKILL');
      since = performance.now();
    }
    await this.#untilAccepted(load, since);
  }

  /** Starts the server so that it kills itself at the next point in turn, and then starts it normally. */
  async #dieAtPoint(load: Load, n: number): Promise<void> {
    const point = this.#nextPoint();
    const passage = point.startsWith('journal.') ? 1 + Math.floor(this.#random() * 150) : 1;
    await this.#relaunch({ SALAR_KILL_AT: `${point}:${passage}` });
    await this.#running.ready().catch(() => undefined); // it died before, as expected
    // A graceful stop always takes a snapshot.
    if (point.startsWith('snapshot.')) {
      await pause(2_000);
      this.#running.process.kill('SIGTERM');
    }
    const deadline = performance.now() + pointPatienceMs;
    while (!this.#running.hasEnded() && performance.now() < deadline) await pause(10);
    const isReached = this.#running.process.signalCode === 'SIGKILL';
    console.log(`${n}: died at ${point}, passage ${passage}${isReached ? '' : ': not reached'}`);
    if (isReached) this.reached.add(point);
    const since = performance.now();
    await this.#relaunch();
    await this.#untilAccepted(load, since);
  }

  async #reorganise(n: number): Promise<boolean> {
    try {
      const chain = this.#pick(await localChains(this.url));
      await replaceNewest(chain, 1);
      console.log(`${n}: the newest block of ${chain.name} is replaced`);
      return true;
    } catch {
      return false; // the network, or the server that has its address, is being restarted
    }
  }

  async #fillDisk(n: number): Promise<void> {
    const ms = 1_000 + this.#random() * 4_000;
    console.log(`${n}: disk full for ${Math.round(ms)} ms`);
    this.#options.disk?.fill();
    await pause(ms);
    this.#options.disk?.free();
  }

  async #slowDisk(n: number): Promise<void> {
    console.log(`${n}: slow disk`);
    for (let i = 0; i < 6; i++) {
      const stopped = listProcesses(this.#options.settings.dataDir).filter(
        ({ kind }) => kind === 'postgres' || kind === 'postmaster',
      );
      for (const { pid } of stopped) send(pid, 'SIGSTOP');
      await pause(50 + this.#random() * 900);
      for (const { pid } of stopped) send(pid, 'SIGCONT');
      await pause(100 + this.#random() * 300);
    }
  }

  /** Stops PostgreSQL, as a power cut or in order, and starts it seconds later. */
  async #interrupt(n: number): Promise<void> {
    const ms = 500 + this.#random() * 5_000;
    const mode = this.#pick(['fast', 'immediate'] as const);
    console.log(`${n}: PostgreSQL is stopped (${mode}) for ${Math.round(ms)} ms`);
    this.#options.own?.stop(mode);
    await pause(ms);
    this.#options.own?.start();
  }

  async #forbidWrites(n: number): Promise<void> {
    const ms = 500 + this.#random() * 5_000;
    console.log(`${n}: PostgreSQL only reads for ${Math.round(ms)} ms`);
    this.#options.own?.set({ default_transaction_read_only: 'on' });
    await pause(ms);
    this.#options.own?.set({});
  }

  async #jumpClock(n: number): Promise<void> {
    const jump = this.#pick(jumpsMs);
    console.log(`${n}: the clock jumps by ${jump / 1000} s, and back`);
    this.#options.clock.setAhead(jump);
    await pause(1_500 + this.#random() * 1_500);
    this.#options.clock.setAhead(0);
  }

  /** Ends the server, if it has not ended, and starts it. */
  async #relaunch(env: Readonly<Record<string, string>> = {}): Promise<void> {
    const { settings } = this.#options;
    this.#running.process.kill('SIGKILL');
    this.#server = await launchServer({ ...settings, env: { ...settings.env, ...env } });
  }

  async #untilAccepted(load: Load, since: number): Promise<void> {
    const next = load.nextAccepted();
    await this.#running.ready();
    this.#readyMs.push(performance.now() - since);
    this.#nextOrderMs.push((await next) - since);
  }

  /** The server must survive all other faults, because it restarts the other processes. */
  async #goOnIfItEnded(): Promise<void> {
    if (!this.#running.hasEnded()) return;
    this.#options.fail(`the server ended by itself: ${this.#running.output().slice(-500)}`);
    await this.start();
  }

  /** Returns every point once, in random order, before any is repeated. */
  #nextPoint(): WritePoint {
    if (this.#points.length === 0) this.#points = [...drawnPoints];
    const [point] = this.#points.splice(Math.floor(this.#random() * this.#points.length), 1);
    return point ?? 'lease.taken';
  }

  #pid(kind: ProcessKind): number | undefined {
    const found = listProcesses(this.#options.settings.dataDir).filter((one) => one.kind === kind);
    return found.length === 0 ? undefined : this.#pick(found).pid;
  }

  #pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.#random() * from.length)] as T;
  }
}

function send(pid: number, signal: NodeJS.Signals): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}

function times(what: string, ms: readonly number[]): string {
  if (ms.length === 0) return `${what}: never`;
  const sorted = [...ms].sort((a, b) => a - b).map((one) => Math.round(one));
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  return `${what}: ${sorted.length} times, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${sorted.at(-1)} ms`;
}

async function pause(ms: number): Promise<void> {
  await new Promise((next) => setTimeout(next, ms));
}
