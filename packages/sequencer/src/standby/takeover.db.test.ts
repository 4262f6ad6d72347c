import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { resolve } from 'node:path';
import { sequence } from '@salar/protocol';
import { readJournal, readLease } from '@salar/store';
import type { DatabaseOptions } from '@salar/store';
import { openPostgresProxy } from '@salar/testing/postgres-proxy';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import type { WriterProcessSettings } from '@salar/testing/writer-process';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { decodeCommands } from '../restore.ts';
import { verifyBooks } from '../verify/verify-books.ts';

/** Longer than a busy machine can keep a process from renewing its lease. */
const termMs = 2000;
/** Long enough that nobody gets the lease by waiting in these tests. */
const endlessTermMs = 3_600_000;
/** Generous for a busy machine; normally nothing waits this long. */
const soon = { timeout: 50_000, interval: 10 };
/** Bundled before the run. */
const program = resolve('dist/tests/writer-process.js');
/** The writer may notice it first, or its follower. */
const takenOver = /^ended: another process (has taken over the journal|keeps the read models now)/;

let store: TestDatabase;
const started: Writer[] = [];
beforeEach(async () => {
  store = await openTestDatabase();
});
afterEach(async () => {
  for (const writer of started.splice(0)) await writer.kill();
  await store.close();
});

test('a standby takes over from a leader that was killed, and everything acknowledged is there', async () => {
  const leader = await leading();
  await leader.waitForLines(/^acknowledged/, 100);
  const standby = start('standby');
  await standby.waitForLines(/^following/);
  await leader.waitForLines(/^acknowledged/, 300);
  const killedAt = performance.now();
  await leader.kill();
  await standby.waitForLines(/^acknowledged/);
  console.log(
    `kill to next acknowledged command: ${Math.round(performance.now() - killedAt)} ms, term ${termMs} ms`,
  );
  await standby.waitForLines(/^acknowledged/, 100);
  expect(standby.lines).toContain('leading 2');
  await expectIntact([leader, standby]);
});

test('a leader that was suspended and resumes finds itself replaced: it appends nothing more and ends', async () => {
  const leader = await leading();
  const standby = start('standby');
  await standby.waitForLines(/^following/);
  await leader.waitForLines(/^acknowledged/, 200);
  leader.signal('SIGSTOP');
  await standby.waitForLines(/^acknowledged/, 100);
  leader.signal('SIGCONT');
  expect(await leader.ended).toBe(1);
  expect(leader.count(takenOver)).toBe(1);
  await standby.waitForLines(/^acknowledged/, standby.count(/^acknowledged/) + 100);
  await expectIntact([leader, standby]);
});

test('one of two standbys takes over, and the other one becomes its standby', async () => {
  const leader = await leading();
  const standbys = [1, 2].map(() => start('standby', { termMs: endlessTermMs }));
  for (const standby of standbys) await standby.waitForLines(/^following/);
  await leader.waitForLines(/^acknowledged/, 100);
  await leader.kill();
  const [winner, other] = await vi.waitFor(() => {
    const leading = standbys.filter((one) => one.count(/^leading/) > 0);
    expect(leading).toHaveLength(1);
    return [...leading, ...standbys.filter((one) => !leading.includes(one))] as [Writer, Writer];
  }, soon);
  await winner.waitForLines(/^acknowledged/, 100);
  expect(winner.lines).toContain('leading 2');
  expect(other.count(/^leading/)).toBe(0);
  winner.signal('SIGTERM');
  await other.waitForLines(/^acknowledged/, 100);
  expect(other.lines).toContain('leading 3');
  await expectIntact([leader, winner, other]);
});

test('a leader that stops gracefully hands over at once, without waiting for the term', async () => {
  const leader = await leading({ termMs: endlessTermMs });
  const standby = start('standby', { termMs: endlessTermMs });
  await standby.waitForLines(/^following/);
  await leader.waitForLines(/^acknowledged/, 100);
  leader.signal('SIGTERM');
  expect(await leader.ended).toBe(0);
  await standby.waitForLines(/^acknowledged/, 100);
  expect(standby.lines).toContain('leading 2');
  await expectIntact([leader, standby]);
});

test('a leader without its database accepts no more commands, and ends when it sees that it was replaced', async () => {
  const proxy = await openPostgresProxy(store.options);
  const leader = await leading({ database: proxy.options });
  const standby = start('standby');
  await standby.waitForLines(/^following/);
  await leader.waitForLines(/^acknowledged/, 100);
  proxy.cut();
  await leader.waitForLines(/^refused .*lease could not be renewed/);
  await standby.waitForLines(/^acknowledged/, 100);
  expect(leader.hasEnded()).toBe(false);
  proxy.open();
  expect(await leader.ended).toBe(1);
  expect(leader.count(takenOver)).toBe(1);
  await expectIntact([leader, standby]);
  await proxy.close();
});

/**
 * Ends the remaining processes. The journal must then contain everything that was acknowledged, once, and each
 * leader's part in turn.
 */
async function expectIntact(writers: readonly Writer[]): Promise<void> {
  for (const writer of writers) {
    writer.signal('SIGTERM');
    await writer.ended;
  }
  const times = new Map<number, number>();
  let epoch = 0;
  for await (const row of readJournal(store.database, sequence(0))) {
    expect(row.epoch).toBeGreaterThanOrEqual(epoch);
    epoch = row.epoch;
    for (const command of decodeCommands(row)) {
      if (command.type !== 'DefineLevel') throw new Error(`nobody submitted ${command.type}`);
      const number = Number(command.dailyLimit);
      times.set(number, (times.get(number) ?? 0) + 1);
    }
  }
  expect(epoch).toBe((await readLease(store.database)).epoch);
  const acknowledged = writers.flatMap((writer) => writer.acknowledged());
  expect(acknowledged.length).toBeGreaterThan(100);
  expect(acknowledged.filter((number) => !times.has(number))).toEqual([]);
  expect([...times].filter(([, count]) => count > 1)).toEqual([]);
  const { findings } = await verifyBooks(store.database);
  expect(findings.flatMap((one) => one.examples)).toEqual([]);
}

type Settings = { readonly database?: DatabaseOptions; readonly termMs?: number };

async function leading(settings: Settings = {}): Promise<Writer> {
  const leader = start('leader', settings);
  await leader.waitForLines(/^leading 1/);
  return leader;
}

function start(role: WriterProcessSettings['role'], settings: Settings = {}): Writer {
  const firstNumber = 1 + 1_000_000 * started.length;
  const writer = new Writer({ role, database: store.options, termMs, firstNumber, ...settings });
  started.push(writer);
  return writer;
}

class Writer {
  readonly lines: string[] = [];
  readonly ended: Promise<number | null>;
  readonly #process: ChildProcess;

  constructor(settings: WriterProcessSettings) {
    const child = spawn(process.execPath, [program, JSON.stringify(settings)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#process = child;
    createInterface({ input: child.stdout }).on('line', (line) => this.lines.push(line));
    this.ended = new Promise((resolve) => child.once('close', resolve));
  }

  /** Waits for `count` lines that match. */
  async waitForLines(what: RegExp, count = 1): Promise<void> {
    await vi.waitFor(() => {
      expect(this.count(what), this.lines.slice(-3).join('\n')).toBeGreaterThanOrEqual(count);
    }, soon);
  }

  count(what: RegExp): number {
    return this.lines.filter((line) => what.test(line)).length;
  }

  acknowledged(): number[] {
    return this.lines
      .filter((line) => line.startsWith('acknowledged'))
      .map((line) => Number(line.split(' ')[1]));
  }

  hasEnded(): boolean {
    return this.#process.exitCode !== null || this.#process.signalCode !== null;
  }

  signal(signal: NodeJS.Signals): void {
    if (!this.hasEnded()) this.#process.kill(signal);
  }

  async kill(): Promise<void> {
    this.signal('SIGKILL');
    await this.ended;
  }
}
