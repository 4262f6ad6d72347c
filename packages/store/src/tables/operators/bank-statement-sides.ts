/** Which lines of statements and which entries of operators are the same movement, and what one side lacks. */
import { sql } from 'kysely';
import { millis } from '@salar/protocol';
import type { Minor, TicketId } from '@salar/protocol';
import type { Queryable } from '../../database.ts';
import { run, runFirst } from '../query.ts';
import { selectStatementLines } from './bank-statements.ts';
import type { BankStatementLineRow } from './bank-statements.ts';

/** True when entry `b` is line `l`: the same amount under one of its references, or for the withdrawal that it names. */
const isSame = sql<boolean>`l.provider_id = b.provider_id AND l.amount = b.amount
  AND (l.refs @> ARRAY[b.reference] OR l.ticket_id = b.ticket_id)`;
/** True when an entry is line `l`; written so that PostgreSQL uses the indexes of entries. */
const isBooked = sql<boolean>`EXISTS (SELECT 1 FROM bank_entry b WHERE b.provider_id = l.provider_id AND b.amount = l.amount
  AND (b.reference = ANY (l.refs) OR b.ticket_id = l.ticket_id))`;

/** Returns lines that no entry has booked, oldest first. */
export async function listUnbookedLines(
  db: Queryable,
  { providerId, limit }: { readonly providerId: number; readonly limit: number },
): Promise<readonly BankStatementLineRow[]> {
  const query = selectStatementLines
    .where('l.provider_id', '=', providerId)
    .where(sql<boolean>`NOT ${isBooked}`);
  return run(db, query.orderBy('l.line_id').limit(limit));
}

/** A movement of the account as an operator reports it. */
export type ReportedMovement = {
  readonly providerId: number;
  readonly amount: bigint;
  readonly reference: string;
  readonly ticketId: TicketId | null;
};

/** Returns the line of a movement: the same amount under its reference, or for its withdrawal; null without one. */
export async function findLineOf(
  db: Queryable,
  { providerId, amount, reference, ticketId }: ReportedMovement,
): Promise<BankStatementLineRow | null> {
  return runFirst(
    db,
    selectStatementLines
      .where('l.provider_id', '=', providerId)
      .where('l.amount', '=', amount as Minor)
      .where(sql<boolean>`(l.refs @> ARRAY[${reference}::text] OR l.ticket_id = ${ticketId}::bigint)`)
      .orderBy('l.line_id')
      .limit(1),
  );
}

/** Returns how many entries have booked a line. */
export async function countEntriesOfLine(db: Queryable, lineId: number): Promise<number> {
  const row = await runFirst(
    db,
    sql<{
      readonly count: number;
    }>`SELECT count(*) AS count FROM bank_statement_line l JOIN bank_entry b ON ${isSame}
      WHERE l.line_id = ${lineId}`,
  );
  return row?.count ?? 0;
}

export type UnseenEntry = {
  readonly kind: string;
  readonly amount: Minor;
  readonly reference: string;
  readonly operator: string;
  readonly at: number;
};

/** Returns entries since a time that are on no statement, oldest first. */
export async function listUnseenEntries(
  db: Queryable,
  {
    providerId,
    since,
    limit,
  }: { readonly providerId: number; readonly since: number; readonly limit: number },
): Promise<readonly UnseenEntry[]> {
  return run(
    db,
    sql<UnseenEntry>`SELECT b.kind, b.amount, b.reference, b.operator, b.at FROM bank_entry b
      WHERE b.provider_id = ${providerId} AND b.at >= ${since}
        AND NOT EXISTS (SELECT 1 FROM bank_statement_line l WHERE ${isSame})
      ORDER BY b.entry_id LIMIT ${limit}`,
  );
}

/** Times from which something may still be missing on the other side. */
export type StatementGrace = {
  /** Of entries. */
  readonly entriesSince: number;
  /** Imports of statements, for lines that came in and lines that went out. */
  readonly creditsSince: number;
  readonly debitsSince: number;
  /** Entries and imports before are not looked at; earlier than all others. */
  readonly openSince: number;
};

export type StatementSums = {
  /** The sum of everything that operators booked. */
  readonly booked: bigint;
  /** The sum of what they booked and no statement shows yet. */
  readonly unseen: bigint;
  /** The sum of what a statement shows and operators have not booked yet. */
  readonly unbooked: bigint;
};

/**
 * Returns both sides of a provider in one query, so that neither is ahead of the other. An entry and a line of the same amount
 * that both found no other by their references are taken for each other, oldest first.
 */
export async function sumStatementSides(
  db: Queryable,
  providerId: number,
  { entriesSince, creditsSince, debitsSince, openSince }: StatementGrace,
): Promise<StatementSums> {
  const row = await runFirst(
    db,
    sql<StatementSums>`WITH entry AS (
        SELECT b.amount, b.at, row_number() OVER (PARTITION BY b.amount ORDER BY b.entry_id) AS place FROM bank_entry b
        WHERE b.provider_id = ${providerId} AND b.at >= ${openSince}
          AND NOT EXISTS (SELECT 1 FROM bank_statement_line l WHERE ${isSame})
      ), line AS (
        SELECT l.amount, s.at, row_number() OVER (PARTITION BY l.amount ORDER BY l.line_id) AS place
        FROM bank_statement_line l JOIN bank_statement s USING (statement_id)
        WHERE l.provider_id = ${providerId} AND s.at >= ${openSince} AND NOT ${isBooked}
      )
      SELECT
        (SELECT coalesce(sum(amount), 0) FROM bank_entry WHERE provider_id = ${providerId}) AS booked,
        (SELECT coalesce(sum(amount), 0) FROM entry WHERE at >= ${entriesSince}
          AND (amount, place) NOT IN (SELECT amount, place FROM line)) AS unseen,
        (SELECT coalesce(sum(amount), 0) FROM line
          WHERE at >= CASE WHEN amount > 0 THEN ${creditsSince}::bigint ELSE ${debitsSince}::bigint END
          AND (amount, place) NOT IN (SELECT amount, place FROM entry)) AS unbooked`,
  );
  return row ?? { booked: 0n, unseen: 0n, unbooked: 0n };
}

/** Returns the lines of statements that were imported since a time and that no entry has booked. */
export async function listUnbookedSince(
  db: Queryable,
  { providerId, since }: { readonly providerId: number; readonly since: number },
): Promise<readonly BankStatementLineRow[]> {
  return run(
    db,
    selectStatementLines
      .where('l.provider_id', '=', providerId)
      .where('s.at', '>=', millis(since))
      .where(sql<boolean>`NOT ${isBooked}`)
      .orderBy('l.line_id'),
  );
}
