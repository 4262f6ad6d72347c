/** Lists imported statements of banks, and where they and the bookings of operators differ. */
import { formatAmount } from '@salar/protocol';
import { listUnbookedLines, listUnseenEntries } from '@salar/store/tables/operators/bank-statement-sides';
import { findStatementSpan, listBankStatements } from '@salar/store/tables/operators/bank-statements';
import type { BankStatementRow } from '@salar/store/tables/operators/bank-statements';
import { refuseAct } from '../act.ts';
import type { ActContext, ReadAct, Row } from '../act.ts';
import {
  findProduct,
  findProvider,
  formatProductAmount,
  formatTime,
  readBankProvider,
} from '../act-format.ts';

const rowsMax = 200;

export const listStatements: ReadAct = {
  kind: 'read',
  object: () => null,
  async read(context, { provider }) {
    const bank = provider === undefined ? null : readBankProvider(context, provider);
    if (bank !== null && !bank.ok) return bank;
    const providerId = bank?.value.providerId ?? null;
    const rows = await listBankStatements(context.database, { providerId, limit: rowsMax });
    return {
      ok: true,
      text: 'Imported statements, newest first.',
      rows: rows.map((row) => toRow(context, row)),
    };
  },
};

function toRow(context: ActContext, row: BankStatementRow): Row {
  return {
    statement: String(row.statementId),
    provider: findProvider(context, row.providerId).name,
    account: row.account,
    days: `${row.firstDay} to ${row.lastDay}`,
    opening: formatProductAmount(context, row.productId, row.opening),
    closing: formatProductAmount(context, row.productId, row.closing),
    lines: String(row.lines),
    format: row.format,
    operator: row.operator,
    at: formatTime(row.at),
  };
}

export const listOpenLines: ReadAct = {
  kind: 'read',
  object: () => null,
  async read(context, { provider = '' }) {
    const bank = readBankProvider(context, provider);
    if (!bank.ok) return bank;
    const { providerId, productId, name } = bank.value;
    const span = await findStatementSpan(context.database, providerId);
    if (span === null) return refuseAct('not_found', `${name} has no statement yet: statement import`);
    const { decimals } = findProduct(context, productId);
    const since = Date.parse(`${span.first.firstDay}T00:00:00Z`);
    const lines = await listUnbookedLines(context.database, { providerId, limit: rowsMax });
    const entries = await listUnseenEntries(context.database, { providerId, since, limit: rowsMax });
    return {
      ok: true,
      text: `${lines.length} lines are not booked, and ${entries.length} bookings are on no statement up to ${span.last.lastDay}.`,
      rows: [
        ...lines.map(({ bookedOn, amount, refs, ticketId }) => ({
          what: 'not booked',
          day: bookedOn,
          amount: formatAmount(amount, decimals),
          references: refs.join(' '),
          ticket: ticketId === null ? '' : String(ticketId),
          operator: '',
        })),
        ...entries.map(({ at, kind, amount, reference, operator }) => ({
          what: `${kind} on no statement`,
          day: formatTime(at).slice(0, 10),
          amount: formatAmount(amount, decimals),
          references: reference,
          ticket: '',
          operator,
        })),
      ],
    };
  },
};
