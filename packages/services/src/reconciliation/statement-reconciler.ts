/**
 * Compares what operators booked on a bank account with the statements that its bank sent.
 *
 * Both sides may lack something for some days: banks book after weekends and holidays, and operators book lines after they
 * imported them. What is missing for longer is a difference.
 */
import type { Queryable } from '@salar/store';
import { listUnbookedSince, sumStatementSides } from '@salar/store/tables/operators/bank-statement-sides';
import type { StatementGrace } from '@salar/store/tables/operators/bank-statement-sides';
import { findStatementSpan } from '@salar/store/tables/operators/bank-statements';
import type { BankStatementRow } from '@salar/store/tables/operators/bank-statements';
import type { MacKey } from '../crypto/mac-keys.ts';
import { isLineProved, isStatementProved } from '../statements/statement-records.ts';

const dayMs = 86_400_000;

/** An entry must be on a statement that ends this many days after it was booked. */
const entryGraceDays = 4;
/** An entry must be on a statement after this many days, whether statements are imported or not. */
const unseenDaysMax = 7;
/** A line that came in must be booked this many days after its import: its sender may have to be found. */
const creditGraceDays = 4;
/** A line that went out must be booked this many days after its import. */
const debitGraceDays = 1;

/** Bookings and imports that are older are not compared one by one: only their sums count. */
const openDaysMax = 30;

export type StatementComparison = {
  /** The sum of everything that operators booked. */
  readonly expected: bigint;
  /** The balance by the statements, with what may be missing on either side. */
  readonly found: bigint;
  /** False when somebody else than the exchange wrote a statement or a line. */
  readonly isProved: boolean;
  /** Minor units of what one side lacks for now. */
  readonly unseen: bigint;
  readonly unbooked: bigint;
};

/** Compares one provider; null before its first statement. */
export async function compareStatements(
  context: { readonly database: Queryable; readonly ticketMacKey: MacKey },
  { providerId, now }: { readonly providerId: number; readonly now: number },
): Promise<StatementComparison | null> {
  const { database } = context;
  const span = await findStatementSpan(database, providerId);
  if (span === null) return null;
  const grace = toGrace(span, now);
  const { booked, unseen, unbooked } = await sumStatementSides(database, providerId, grace);
  const lines = await listUnbookedSince(database, { providerId, since: grace.creditsSince });
  const isProved =
    [span.first, span.last].every((statement) => isStatementProved(context, statement)) &&
    lines.every((line) => isLineProved(context, line));
  return { expected: booked, found: span.last.closing + unseen - unbooked, isProved, unseen, unbooked };
}

function toGrace(
  { first, last }: { readonly first: BankStatementRow; readonly last: BankStatementRow },
  now: number,
): StatementGrace {
  const start = (day: string) => Date.parse(`${day}T00:00:00Z`);
  return {
    entriesSince: Math.max(
      start(last.lastDay) - (entryGraceDays - 1) * dayMs,
      start(first.firstDay),
      now - unseenDaysMax * dayMs,
    ),
    creditsSince: now - creditGraceDays * dayMs,
    debitsSince: now - debitGraceDays * dayMs,
    openSince: Math.max(start(first.firstDay), now - openDaysMax * dayMs),
  };
}
