/**
 * Applies decisions about levels that a crash interrupted, each once. Whether one was applied is a column that no MAC covers, because
 * the same level was once the worst that a second time gave. A level can fall since, so the time until which all were applied is
 * remembered outside the database: an older one that is said to wait was changed there, and raises nothing.
 */
import type { DecisionRecord, LevelDecisionKind } from '../operator/decision-record.ts';
import type { Log } from '../ports/log.ts';

/** Remembers decisions about levels outside the database. */
export type LevelDecisionRecord = Pick<
  DecisionRecord,
  'levelsAppliedUntil' | 'recordLevelsApplied' | 'levelTaken' | 'recordLevelTaken' | 'recordLevelGiven'
>;

/** A decision is stored and applied within this time, or is found by the next turn. */
const graceMs = 60_000;
/** The time is written down this often. */
const recordMs = 60 * 60_000;

/** @returns how many were applied */
export async function healDecisions<Row>(
  kind: LevelDecisionKind,
  {
    decisions,
    now,
    log,
  }: { readonly decisions: LevelDecisionRecord; readonly now: () => number; readonly log: Log },
  work: {
    readonly list: () => Promise<readonly Row[]>;
    readonly decidedAt: (row: Row) => number;
    readonly apply: (row: Row) => Promise<void>;
    /** Marks a row as applied that was applied before. */
    readonly drop: (row: Row) => Promise<unknown>;
  },
): Promise<number> {
  const until = now() - graceMs;
  const appliedUntil = decisions.levelsAppliedUntil(kind);
  const rows = await work.list();
  const waiting = rows.filter((row) => work.decidedAt(row) > appliedUntil);
  for (const row of rows) {
    if (waiting.includes(row)) await work.apply(row);
    else await work.drop(row);
  }
  if (waiting.length < rows.length)
    log.error(
      { kind, count: rows.length - waiting.length },
      'ALERT: decisions about levels were to be applied again',
    );
  if (until - appliedUntil >= recordMs) decisions.recordLevelsApplied(kind, until);
  return waiting.length;
}
