/** An engine without sequencer and journal, and the time that it takes to apply commands. */
import { Engine } from '@salar/engine';
import { millis, sequence, silentSink } from '@salar/protocol';
import type { AccountId, Command, EventSink } from '@salar/protocol';
import { openingCommands } from './market.ts';
import type { Pair } from './market.ts';

const at = millis(1_800_000_000_000);

/** Creates an engine with an open market and funded `accounts`. */
export function openEngine(pair: Pair, accounts: readonly AccountId[], sink: EventSink = silentSink): Engine {
  const engine = new Engine(sink);
  applyAll(engine, openingCommands(pair, accounts));
  return engine;
}

/** @throws when one is refused */
export function applyAll(engine: Engine, commands: readonly Command[]): void {
  let next = engine.lastSequence + 1;
  for (const command of commands) {
    const outcome = engine.apply(command, { sequence: sequence(next++), at });
    if (!outcome.ok) throw new Error(`a ${command.type} was refused: ${outcome.refusal}`);
  }
}

/** Nanoseconds of wall-clock time and of processor time, which other processes on the machine do not stretch. */
export type Timing = { readonly elapsed: number; readonly processor: number };

export function measureTime(work: () => void): Timing {
  const usedBefore = process.cpuUsage();
  const start = process.hrtime.bigint();
  work();
  const elapsed = Number(process.hrtime.bigint() - start);
  const used = process.cpuUsage(usedBefore);
  return { elapsed, processor: (used.user + used.system) * 1000 };
}
