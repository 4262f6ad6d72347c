/**
 * `npm run replay`: replays the journal, compares the state with every snapshot on the way, and prints the final
 * state hash.
 *
 * Works while the exchange runs or is stopped, like `verify`. The exit status is 1 when anything differs.
 */
import { parseArgs } from 'node:util';
import { sequence } from '@salar/protocol';
import { replayJournal } from '@salar/sequencer';
import type { Replay } from '@salar/sequencer';
import { withDatabase } from './offline-database.ts';

const progressPauseMs = 1000;

process.exitCode = await withDatabase('replay', async ({ database, name }) => {
  const { isFromGenesis, until } = readArguments();
  const startedAt = performance.now();
  let reportedAt = startedAt;
  const replay = await replayJournal(database, {
    isFromGenesis,
    ...(until === null ? {} : { until: sequence(until) }),
    onProgress: (progress) => {
      if (performance.now() - reportedAt < progressPauseMs) return;
      reportedAt = performance.now();
      const percent = Math.floor((progress.sequence / progress.until) * 100);
      console.error(
        `command ${formatWhole(progress.sequence)} of ${formatWhole(progress.until)} (${percent} %)`,
      );
    },
  });
  console.log(formatReport(replay, { name, seconds: (performance.now() - startedAt) / 1000 }));
  return replay.differences.length > 0 ? 1 : 0;
});

/** @throws an error of one sentence for invalid arguments */
function readArguments(): { isFromGenesis: boolean; until: number | null } {
  const { values } = parseArgs({
    options: { 'from-genesis': { type: 'boolean', default: false }, until: { type: 'string' } },
  });
  const { until } = values;
  if (until !== undefined && !/^[1-9]\d{0,14}$/.test(until)) {
    throw new Error(`--until is the number of a command, not ${until}`);
  }
  return { isFromGenesis: values['from-genesis'], until: until === undefined ? null : Number(until) };
}

function formatReport(replay: Replay, { name, seconds }: { name: string; seconds: number }): string {
  const count = replay.sequence - replay.from;
  const start =
    replay.from === 0 ? 'the first command' : `the snapshot at command ${formatWhole(replay.from)}`;
  return [
    `Journal in ${name}`,
    `${formatWhole(count)} commands from ${start} to command ${formatWhole(replay.sequence)} replayed in ` +
      `${seconds.toFixed(1)} s, ${formatWhole(Math.round(count / seconds))} a second`,
    `${replay.snapshotsCompared} snapshots compared on the way`,
    ...replay.differences.map((sentence) => `DIFFERENT  ${sentence}`),
    `state hash ${replay.stateHash}`,
  ].join('\n');
}

function formatWhole(value: number): string {
  return value.toLocaleString('en-US');
}
