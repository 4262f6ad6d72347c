/**
 * A leader or a standby as a separate process, for tests that kill and suspend it.
 *
 * It submits commands endlessly and prints a line per event: `following`, `leading EPOCH`, `acknowledged N`,
 * `refused WHY`. SIGTERM stops it gracefully. Commands are identified by their number.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Minor } from '@salar/protocol';
import { Sequencer, SequencerUnavailable, Standby } from '@salar/sequencer';
import type { Handover } from '@salar/sequencer';
import { Database } from '@salar/store';
import type { DatabaseOptions } from '@salar/store';

export type WriterProcessSettings = {
  readonly role: 'leader' | 'standby';
  readonly database: DatabaseOptions;
  readonly termMs: number;
  /** The first command's number; the others follow. */
  readonly firstNumber: number;
};

const submittersCount = 4;
const pollMs = 10;
const refusedPauseMs = 20;
/** After this delay the next command is submitted, even if the one before has no answer yet. */
const patienceMs = 100;

const settings = JSON.parse(process.argv[2] ?? '') as WriterProcessSettings;
const database = new Database({ ...settings.database, poolSize: 4 });
const print = (line: string) => process.stdout.write(`${line}\n`);
const stop = new AbortController();
process.on('SIGTERM', () => stop.abort());

const handover = settings.role === 'standby' ? await standBy() : null;
if (!stop.signal.aborted) await lead(handover);
await database.close();

async function standBy(): Promise<Handover | null> {
  const standby = await Standby.open(database, print);
  print('following');
  while (!stop.signal.aborted) {
    await standby.follow();
    if (standby.isLeaseFree()) {
      const taken = await standby.takeFreeLease(settings.termMs);
      if (taken !== null) return taken;
      print('another was faster');
    }
    await delay(pollMs);
  }
  return null;
}

async function lead(from: Handover | null): Promise<void> {
  const sequencer = await Sequencer.open({
    database,
    leaseTermMs: settings.termMs,
    ...(from !== null && { handover: from }),
    onFatal: (error) => {
      print(`ended: ${error.message}`);
      process.exit(1);
    },
  });
  print(`leading ${sequencer.status().epoch}`);
  let next = settings.firstNumber;
  const submitAll = async () => {
    while (!stop.signal.aborted) await Promise.race([submit(sequencer, next++), delay(patienceMs)]);
  };
  await Promise.all(Array.from({ length: submittersCount }, submitAll));
  await sequencer.close();
}

async function submit(sequencer: Sequencer, number: number): Promise<void> {
  try {
    const dailyLimit = BigInt(number) as Minor;
    await sequencer.submit({ type: 'DefineLevel', level: 1, dailyLimit, monthlyLimit: null });
    print(`acknowledged ${number}`);
  } catch (error) {
    if (!(error instanceof SequencerUnavailable)) throw error;
    print(`refused ${error.message}`);
    await delay(refusedPauseMs);
  }
}
