/** Statements as banks sent them, with their lines. */
import type { Minor, ProductId, TicketId } from '@salar/protocol';
import type { Queryable } from '../../database.ts';
import { run, runFirst, tables } from '../query.ts';

export type BankStatementRow = {
  readonly statementId: number;
  readonly providerId: number;
  readonly productId: ProductId;
  readonly account: string;
  readonly format: 'OFX' | 'CAMT.053';
  /** Days as the bank writes them, such as `2026-01-05`. */
  readonly firstDay: string;
  readonly lastDay: string;
  readonly opening: Minor;
  readonly closing: Minor;
  readonly lines: number;
  /** SHA-256 of the file. */
  readonly fileHash: Buffer;
  readonly operator: string;
  readonly at: number;
  /** Proves that the exchange wrote the row. */
  readonly mac: Buffer;
};
export type NewBankStatement = Omit<BankStatementRow, 'statementId'>;

export type BankStatementLineRow = {
  readonly lineId: number;
  readonly line: number;
  readonly providerId: number;
  readonly bookedOn: string;
  /** Above zero came in, below zero went out. */
  readonly amount: Minor;
  readonly refs: readonly string[];
  readonly ticketId: TicketId | null;
  readonly mac: Buffer;
  /** SHA-256 of the file of its statement. */
  readonly fileHash: Buffer;
  readonly importedAt: number;
};
export type NewBankStatementLine = Omit<
  BankStatementLineRow,
  'lineId' | 'fileHash' | 'importedAt' | 'providerId'
>;

const selectStatements = tables
  .selectFrom('bank_statement')
  .select([
    'statement_id as statementId',
    'provider_id as providerId',
    'product_id as productId',
    'account',
    'format',
    'first_day as firstDay',
    'last_day as lastDay',
    'opening',
    'closing',
    'lines',
    'file_hash as fileHash',
    'operator',
    'at',
    'mac',
  ]);

/** Lines, each with what its statement says of all. */
export const selectStatementLines = tables
  .selectFrom('bank_statement_line as l')
  .innerJoin('bank_statement as s', 's.statement_id', 'l.statement_id')
  .select([
    'l.line_id as lineId',
    'l.line',
    'l.provider_id as providerId',
    'l.booked_on as bookedOn',
    'l.amount',
    'l.refs',
    'l.ticket_id as ticketId',
    'l.mac',
    's.file_hash as fileHash',
    's.at as importedAt',
  ]);

/** Adds a statement with its lines. @throws when its file or its last day was added before */
export async function insertBankStatement(
  tx: Queryable,
  statement: NewBankStatement,
  lines: readonly NewBankStatementLine[],
): Promise<number> {
  const { providerId } = statement;
  const row = await runFirst(
    tx,
    tables
      .insertInto('bank_statement')
      .values({
        provider_id: providerId,
        product_id: statement.productId,
        account: statement.account,
        format: statement.format,
        first_day: statement.firstDay,
        last_day: statement.lastDay,
        opening: statement.opening,
        closing: statement.closing,
        lines: statement.lines,
        file_hash: statement.fileHash,
        operator: statement.operator,
        at: statement.at,
        mac: statement.mac,
      })
      .returning('statement_id as statementId'),
  );
  if (row === null) throw new Error('an inserted statement was not returned');
  const { statementId } = row;
  for (const { line, bookedOn, amount, refs, ticketId, mac } of lines)
    await run(
      tx,
      tables.insertInto('bank_statement_line').values({
        statement_id: statementId,
        line,
        provider_id: providerId,
        booked_on: bookedOn,
        amount,
        refs: [...refs],
        ticket_id: ticketId,
        mac,
      }),
    );
  return statementId;
}

export async function findStatementOfFile(
  db: Queryable,
  { providerId, fileHash }: Pick<BankStatementRow, 'providerId' | 'fileHash'>,
): Promise<BankStatementRow | null> {
  return runFirst(
    db,
    selectStatements.where('provider_id', '=', providerId).where('file_hash', '=', fileHash),
  );
}

/** Returns the first and the last statement of a provider; null without any. */
export async function findStatementSpan(
  db: Queryable,
  providerId: number,
): Promise<{ readonly first: BankStatementRow; readonly last: BankStatementRow } | null> {
  const ofProvider = selectStatements.where('provider_id', '=', providerId).limit(1);
  const first = await runFirst(db, ofProvider.orderBy('last_day'));
  const last = await runFirst(db, ofProvider.orderBy('last_day', 'desc'));
  return first === null || last === null ? null : { first, last };
}

/** Returns the newest statements, newest first. */
export async function listBankStatements(
  db: Queryable,
  { providerId, limit }: { readonly providerId: number | null; readonly limit: number },
): Promise<readonly BankStatementRow[]> {
  let query = selectStatements;
  if (providerId !== null) query = query.where('provider_id', '=', providerId);
  return run(db, query.orderBy('statement_id', 'desc').limit(limit));
}

/** Returns a statement by its number. */
export async function findBankStatement(db: Queryable, id: number): Promise<BankStatementRow | null> {
  return runFirst(db, selectStatements.where('statement_id', '=', id));
}

/** Returns a line by its number. */
export async function findStatementLine(db: Queryable, id: number): Promise<BankStatementLineRow | null> {
  return runFirst(db, selectStatementLines.where('l.line_id', '=', id));
}
