/** The imported statements of banks, each row with a MAC: the exchange trusts none that somebody else wrote. */
import { minor, ticketId } from '@salar/protocol';
import type { Queryable } from '@salar/store';
import { countEntriesOfLine, findLineOf } from '@salar/store/tables/operators/bank-statement-sides';
import type { ReportedMovement } from '@salar/store/tables/operators/bank-statement-sides';
import { findStatementSpan, insertBankStatement } from '@salar/store/tables/operators/bank-statements';
import type {
  BankStatementLineRow,
  BankStatementRow,
  NewBankStatement,
} from '@salar/store/tables/operators/bank-statements';
import { isMac } from '../crypto/mac-keys.ts';
import type { MacKey } from '../crypto/mac-keys.ts';
import { computeStatementLineMac, computeStatementMac } from '../crypto/ticket-macs.ts';
import type { BankProvider } from '../tickets/networks.ts';
import type { BankStatement } from './bank-statement.ts';

type Key = { readonly ticketMacKey: MacKey };

export type ImportedFile = {
  readonly provider: Pick<BankProvider, 'providerId' | 'productId'>;
  readonly statement: BankStatement;
  readonly fileHash: Buffer;
  readonly operator: string;
  readonly at: number;
};

/** Adds a statement and its lines. @returns its number */
export async function addStatement(
  { ticketMacKey }: Key,
  tx: Queryable,
  { provider, statement, fileHash, operator, at }: ImportedFile,
): Promise<number> {
  const { providerId, productId } = provider;
  const { lines, opening, closing, ...rest } = statement;
  const row: Omit<NewBankStatement, 'mac'> = {
    ...rest,
    providerId,
    productId,
    opening: minor(opening),
    closing: minor(closing),
    lines: lines.length,
    fileHash,
    operator,
    at,
  };
  const rows = lines.map(({ bookedOn, amount, references, ticketId: ticket }, place) => {
    const line = {
      line: place + 1,
      bookedOn,
      amount: minor(amount),
      refs: references,
      ticketId: ticket === null ? null : ticketId(ticket),
    };
    return { ...line, mac: computeStatementLineMac(ticketMacKey, { ...line, providerId, fileHash }) };
  });
  return insertBankStatement(tx, { ...row, mac: computeStatementMac(ticketMacKey, row) }, rows);
}

export function isStatementProved({ ticketMacKey }: Key, { mac, ...row }: BankStatementRow): boolean {
  return isMac(ticketMacKey, mac, (key) => computeStatementMac(key, row));
}

export function isLineProved({ ticketMacKey }: Key, { mac, ...row }: BankStatementLineRow): boolean {
  return isMac(ticketMacKey, mac, (key) => computeStatementLineMac(key, row));
}

/**
 * `no_statements`: the provider has none yet. `on_statement`: a line shows the movement, and no other entry has booked it.
 */
export type BankEvidence = 'no_statements' | 'on_statement' | 'not_on_statement';

const evidenceTexts = {
  on_statement: 'a line shows it',
  not_on_statement: 'no line shows it: this takes two operators',
} as const;

/** Describes the evidence for a preview; nothing before the first statement. */
export function describeEvidence(evidence: BankEvidence): Readonly<Record<string, string>> {
  return evidence === 'no_statements' ? {} : { 'statements of the bank': evidenceTexts[evidence] };
}

/** @param movement.isBooked  whether the movement is an entry already */
export async function findEvidence(
  context: Key & { readonly database: Queryable },
  { isBooked, ...movement }: ReportedMovement & { readonly isBooked: boolean },
): Promise<BankEvidence> {
  const { database } = context;
  if ((await findStatementSpan(database, movement.providerId)) === null) return 'no_statements';
  const line = await findLineOf(database, movement);
  if (line === null || !isLineProved(context, line)) return 'not_on_statement';
  const entries = await countEntriesOfLine(database, line.lineId);
  return entries <= (isBooked ? 1 : 0) ? 'on_statement' : 'not_on_statement';
}
