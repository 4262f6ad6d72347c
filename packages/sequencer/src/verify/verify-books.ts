/**
 * Recomputes everything from the first command and compares it with what customers see.
 *
 * Reads one frozen view of the database, so it works next to a running exchange as well as on a stopped one.
 */
import { sequence } from '@salar/protocol';
import type { Sequence, TicketId } from '@salar/protocol';
import { Engine } from '@salar/engine';
import {
  JournalBroken,
  withFrozenView,
  headAfter,
  readJournal,
  readJournalHead,
  readProjectionPosition,
  readSnapshot,
  computeStateHash,
} from '@salar/store';
import type { Database, JournalRow, Queryable } from '@salar/store';
import { listComparableSnapshots } from '../journal-store.ts';
import { isSameState } from '../replay/same-state.ts';
import { decodeCommands } from '../restore.ts';
import { compareBalances } from './compare-balances.ts';
import { CandleComparison } from './compare-candles.ts';
import { HistoryComparison } from './compare-history.ts';
import { compareDeposits, compareWithdrawals } from './compare-tickets.ts';
import type { Credit } from './compare-tickets.ts';
import { Findings } from './findings.ts';
import type { Finding } from './findings.ts';

export type Verification = {
  readonly findings: readonly Finding[];
  /** Commands replayed. */
  readonly sequence: Sequence;
  /** The position of the read models. */
  readonly projectedSequence: Sequence;
  /** SHA-256 of the state after the last command, as hex: the same on every machine. */
  readonly stateHash: string;
};

/** Verifies everything. Differences are findings, never exceptions. */
export function verifyBooks(database: Database): Promise<Verification> {
  return withFrozenView(database, async (view) => {
    const findings = new Findings();
    const candles = await CandleComparison.open(view, findings);
    const history = new HistoryComparison(view, findings, candles);
    const engine = new Engine(history);
    const position = await readProjectionPosition(view);
    const snapshots = new Map(
      (await listComparableSnapshots(view, sequence(Number.MAX_SAFE_INTEGER))).map((one) => [
        one.sequence,
        one.stateHash,
      ]),
    );
    const credits = new Map<TicketId, Credit>();
    const reachProjection = async () => {
      history.isMuted = true;
      await history.finish();
      await candles.finish();
      await compareBalances(view, engine, findings);
    };
    if (position.sequence === 0) await reachProjection();
    try {
      for await (const row of readJournal(view, sequence(0))) {
        findings.compared('journal batches');
        if (!history.isMuted) candles.reach(row.at, engine);
        applyAndCollectCredits(engine, row, credits);
        if (history.isFull) await history.flush();
        if (candles.isFull) await candles.flush();
        const { sequence: end } = headAfter(row);
        if (end === position.sequence) await reachProjection();
        await compareSnapshot(view, { engine, expected: snapshots.get(end), findings });
        snapshots.delete(end);
      }
    } catch (error) {
      if (!(error instanceof JournalBroken)) throw error;
      findings.differs('journal batches', error.message);
    }
    const head = await readJournalHead(view);
    if (engine.lastSequence < position.sequence) {
      findings.differs(
        'journal batches',
        `history goes up to command ${position.sequence}, the journal does not`,
      );
    }
    for (const end of snapshots.keys()) {
      findings.differs('snapshots', `the snapshot at command ${end} belongs to no position in the journal`);
    }
    if (engine.lastSequence === head.sequence) await compareEnd(view, { engine, credits, findings });
    return {
      findings: findings.list(),
      sequence: engine.lastSequence,
      projectedSequence: position.sequence,
      stateHash: Buffer.from(computeStateHash(engine.save())).toString('hex'),
    };
  });
}

function applyAndCollectCredits(engine: Engine, row: JournalRow, credits: Map<TicketId, Credit>): void {
  try {
    for (const [i, command] of decodeCommands(row).entries()) {
      const outcome = engine.apply(command, { sequence: sequence(row.firstSequence + i), at: row.at });
      if (command.type !== 'CreditDeposit' || !outcome.ok || credits.has(command.ticketId)) continue;
      const { accountId, productId, amount } = command;
      credits.set(command.ticketId, { accountId, productId, amount });
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new JournalBroken(`replaying stops at command ${engine.lastSequence}: ${reason}`, { cause: error });
  }
}

async function compareSnapshot(
  view: Queryable,
  { engine, expected, findings }: { engine: Engine; expected: Uint8Array | undefined; findings: Findings },
): Promise<void> {
  if (expected === undefined) return;
  const at = engine.lastSequence;
  findings.compared('snapshots');
  const read = () => readSnapshot(view, at);
  if (!(await isSameState(engine, { stateHash: expected }, read))) {
    findings.differs('snapshots', `the snapshot at command ${at} is not the state that the journal gives`);
  } else if ((await readSnapshot(view, at)) === null) {
    findings.differs('snapshots', `the snapshot at command ${at} is damaged`);
  }
}

async function compareEnd(
  view: Queryable,
  {
    engine,
    credits,
    findings,
  }: { engine: Engine; credits: ReadonlyMap<TicketId, Credit>; findings: Findings },
): Promise<void> {
  for (const [productId, total] of engine.ledgerTotals()) {
    findings.compared('products summing to zero');
    if (total !== 0n) findings.differs('products summing to zero', `product ${productId} sums to ${total}`);
  }
  findings.compared('holds and invariants');
  try {
    engine.checkInvariants();
  } catch (error) {
    findings.differs('holds and invariants', error instanceof Error ? error.message : String(error));
  }
  await compareDeposits(view, { engine, credits, findings });
  await compareWithdrawals(view, engine, findings);
}
