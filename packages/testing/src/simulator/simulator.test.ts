/** The simulator finds nothing in our code, and finds every planted fault. */
import { Engine } from '@salar/engine';
import { sequence } from '@salar/protocol';
import type { Command, Stamp } from '@salar/protocol';
import type { JournalAppender, JournalStore, Sequencer } from '@salar/sequencer';
import { rowAfter } from '@salar/store';
import { describe, expect, test } from 'vitest';
import { runEpisode } from './episode.ts';
import { ListedSteps, RandomSteps } from './random-steps.ts';
import { shrink } from './shrink.ts';
import type { SimulatedDisk } from './simulated-disk.ts';
import type { PlantedFaults } from './world.ts';

const commands = 1000;
/** More faults than in a long run, so that a short one reaches everything. */
const incidentShare = 0.08;
/** Seeds within which a planted fault must be found. */
const seedsMax = 25;
/** For a busy machine. */
const patienceMs = 120_000;

describe('the simulator', { timeout: patienceMs }, () => {
  test.each([1, 2, 3, 4, 5, 6])('finds nothing with seed %i', async (seed) => {
    const { findings, commands: journaled } = await runEpisode(new RandomSteps(seed, commands));
    expect(findings, `repeat: npm run simulate -- --seed ${seed} --commands ${commands}`).toEqual([]);
    expect(journaled).toBeGreaterThan(commands / 2);
  });

  test('plays a seed the same way every time, and the same way from its list of steps', async () => {
    const first = await runEpisode(steps(20));
    const second = await runEpisode(steps(20));
    const listed = await runEpisode(new ListedSteps(first.steps));
    for (const again of [second, listed]) {
      expect(again.journalHash).toBe(first.journalHash);
      expect(again.stateHash).toBe(first.stateHash);
      expect([...again.incidents]).toEqual([...first.incidents]);
    }
    expect((await runEpisode(steps(21))).stateHash).not.toBe(first.stateHash);
  });

  test('reaches every kind of fault', async () => {
    const missing = new Set([
      'append_fails_after',
      'append_fails_before',
      'append_lands_late',
      'append_slow',
      'clock_back',
      'clock_forward',
      'crash',
      'database_away',
      'delayed',
      'lost_transfer_returns',
      'died_while_appending',
      'dies_after_append',
      'dies_before_append',
      'duplicate',
      'outcome_unknown',
      'reorg',
      'reorg_beyond_confirmations',
      'replica_restart',
      'restart',
      'row_damage',
      'snapshot',
      'snapshot_flipped',
      'snapshot_foreign',
      'snapshot_truncated',
      'takeover',
      'takeover_by_replica',
    ]);
    for (let seed = 30; seed < 50 && missing.size > 0; seed += 1) {
      const { incidents } = await runEpisode(steps(seed));
      for (const kind of incidents.keys()) missing.delete(kind);
    }
    expect([...missing]).toEqual([]);
  });
});

describe('the simulator finds', { timeout: patienceMs }, () => {
  const plants: readonly (readonly [string, PlantedFaults, RegExp])[] = [
    [
      "a committer that appends again without reading the journal's end",
      {
        journal: (journal, disk) =>
          withAppend(
            journal,
            (appender) => (row) =>
              appender.append(row).catch(async () => {
                await appender.reconnect();
                return appender.append(rowAfter(disk.head, row));
              }),
          ),
      },
      /nobody sent it/,
    ],
    [
      'a writer that appends after it was replaced',
      {
        journal: (journal, disk) =>
          withAppend(journal, (appender) => async (row) => {
            const outcome = await appender.append(row);
            return outcome === 'appended'
              ? outcome
              : disk.append(rowAfter(disk.head, { ...row, epoch: disk.epoch }));
          }),
      },
      /nobody sent it|was sent$/,
    ],
    [
      'an answer before the commit',
      {
        journal: (journal) =>
          withAppend(journal, (appender) => (row) => {
            appender.append(row).catch(() => undefined);
            return Promise.resolve('appended');
          }),
      },
      /was answered before it was on disk/,
    ],
    [
      'an engine that forgets the key of a deposit',
      { sequencer: forgetKeys },
      /state is not what a replay gives/,
    ],
    [
      'a snapshot that lacks its last command',
      { snapshot: withoutLastCommand },
      /state is not what a replay gives|was answered, not|does not start/,
    ],
    [
      'a snapshot that is read without checking its hash',
      { journal: believeSnapshots },
      /state is not what a replay gives|was answered, not|does not start/,
    ],
    ['a house that forgets its losses', { forgetsLosses: true }, /costs the house 0, not/],
    [
      'a deposit that is credited before its confirmations',
      { confirmations: 1 },
      /without ever having its confirmations/,
    ],
  ];

  test.each(plants)('%s', async (_, plant, expected) => {
    expect(await firstFinding(plant, expected)).toMatch(expected);
  });

  test('a fault in a few steps, after shrinking', async () => {
    const plant = { confirmations: 1 };
    let failing = await runEpisode(steps(1), plant);
    for (let seed = 2; failing.findings.length === 0; seed += 1) {
      failing = await runEpisode(steps(seed), plant);
    }
    const shortest = await shrink(failing, plant);
    expect(shortest.findings).not.toEqual([]);
    expect(shortest.steps.length).toBeLessThan(20);
    expect(shortest.steps.map(({ type }) => type)).toContain('reorg');
  });
});

function steps(seed: number): RandomSteps {
  return new RandomSteps(seed, commands, { incidentShare });
}

/** Returns the first finding that shows the fault. */
async function firstFinding(plant: PlantedFaults, expected: RegExp): Promise<string | undefined> {
  for (let seed = 1; seed <= seedsMax; seed += 1) {
    const { findings } = await runEpisode(steps(seed), plant);
    const found = findings.find((finding) => expected.test(finding));
    if (found !== undefined) return found;
  }
  return undefined;
}

function withAppend(
  journal: JournalStore,
  change: (appender: JournalAppender) => JournalAppender['append'],
): JournalStore {
  return overriding(journal, {
    open: async (holder: string) => {
      const appender = await journal.open(holder);
      return overriding(appender, { append: change(appender) });
    },
  });
}

function believeSnapshots(journal: JournalStore, disk: SimulatedDisk): JournalStore {
  return overriding(journal, {
    snapshot: async (at: number) => disk.snapshots.find((one) => one.sequence === at) ?? null,
  });
}

/** Returns the same object with some methods replaced. */
function overriding<T extends object>(object: T, methods: Partial<T>): T {
  return new Proxy(object, {
    get: (target, name) => {
      const own = (methods as Record<PropertyKey, unknown>)[name];
      if (own !== undefined) return own;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

function forgetKeys({ engine }: Sequencer): void {
  const apply = engine.apply.bind(engine) as (command: Command, stamp: Stamp) => never;
  engine.apply = (command: Command, stamp: Stamp) => {
    const isForgotten = command.type === 'CreditDeposit' && engine.isCredited(command.key);
    return apply(isForgotten ? { ...command, key: `${command.key} again` } : command, stamp);
  };
}

let earlier: Uint8Array | null = null;

/** Returns the state of the last snapshot, with a tick for everything since. */
function withoutLastCommand(payload: Uint8Array): Uint8Array {
  const { lastSequence, lastAt } = Engine.load(payload);
  const engine = earlier === null ? new Engine() : Engine.load(earlier);
  earlier = payload;
  if (engine.lastSequence >= lastSequence) return payload;
  while (engine.lastSequence < lastSequence) {
    engine.apply({ type: 'Tick' }, { sequence: sequence(engine.lastSequence + 1), at: lastAt });
  }
  return engine.save();
}
