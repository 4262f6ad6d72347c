/** Compares the money of tickets with what the engine did for them. */
import type { AccountId, Minor, ProductId, TicketId } from '@salar/protocol';
import type { Engine } from '@salar/engine';
import type { Queryable } from '@salar/store';
import { listCreditedDeposits } from '@salar/store/tables/tickets/deposits';
import type { DepositRow } from '@salar/store/tables/tickets/deposits';
import { listWithdrawalTerms } from '@salar/store/tables/tickets/withdrawals';
import type { WithdrawalTerms } from '@salar/store/tables/tickets/withdrawals';
import type { Findings } from './findings.ts';

export type Credit = {
  readonly accountId: AccountId;
  readonly productId: ProductId;
  readonly amount: Minor;
};

/**
 * Checks that every deposit ticket that customers see as done has its credit in the journal, to the unit, and is a
 * loss in both or in neither.
 */
export async function compareDeposits(
  view: Queryable,
  {
    engine,
    credits,
    findings,
  }: { engine: Engine; credits: ReadonlyMap<TicketId, Credit>; findings: Findings },
): Promise<void> {
  findings.compared('deposit tickets', 0);
  for (const row of await listCreditedDeposits(view)) {
    if (!isLossConsistent(row, engine)) {
      const difference = engine.isReversed(row.key)
        ? 'is a loss in the journal, not in its ticket'
        : 'is no loss in the journal, but one in its ticket';
      findings.differs('deposit tickets', `deposit ${row.ticketId} ${difference}`);
    }
    const expected = credits.get(row.ticketId);
    if (expected !== undefined) {
      findings.compare('deposit tickets', `deposit ${row.ticketId}`, { expected, actual: row });
      continue;
    }
    findings.compared('deposit tickets');
    findings.differs('deposit tickets', `deposit ${row.ticketId} is done, the journal has no credit for it`);
  }
}

/** A ticket records a loss before the books do, and the end of the loss after them. */
function isLossConsistent(
  { key, reversedAt, missingSince, blockHeight }: DepositRow,
  engine: Engine,
): boolean {
  if (engine.isReversed(key)) return reversedAt !== null;
  return reversedAt === null || missingSince !== null || blockHeight !== null;
}

/** Checks that every withdrawal ticket matches its hold: the same money, and in a state that its status allows. */
export async function compareWithdrawals(view: Queryable, engine: Engine, findings: Findings): Promise<void> {
  const what = 'withdraw tickets';
  findings.compared(what, 0);
  const rows = new Map<TicketId, WithdrawalTerms>();
  for (const row of await listWithdrawalTerms(view)) {
    rows.set(row.ticketId, row);
    const name = `withdrawal ${row.ticketId} (${row.status})`;
    const hold = engine.withdrawal(row.ticketId);
    if (hold === undefined) {
      findings.compared(what);
      if (row.status !== 'New') findings.differs(what, `${name} holds nothing in the journal`);
      continue;
    }
    const { accountId, productId, amount, fee } = hold;
    findings.compare(what, name, { expected: { accountId, productId, amount, fee }, actual: row });
    if (!allowedStates(row).includes(hold.state)) {
      findings.differs(
        what,
        `${name}: the money is ${hold.state}${row.moneyDone ? ', the ticket says it is done' : ''}`,
      );
    }
  }
  for (const hold of engine.withdrawals()) {
    if (hold.state === 'held' && !rows.has(hold.ticketId)) {
      findings.differs(what, `the journal holds money for ticket ${hold.ticketId}, which does not exist`);
    }
  }
}

/** The money moves first and the ticket records it afterwards, so an open ticket may be one step behind. */
function allowedStates(row: WithdrawalTerms): readonly string[] {
  if (row.status === 'FullyProcessed') return row.moneyDone ? ['settled'] : ['held', 'settled'];
  const ended = row.status === 'Failed' ? ['released', 'returned'] : ['released'];
  if (releasing.has(row.status)) return row.moneyDone ? ended : ['held', ...ended];
  const anyEnd = ['settled', 'released', 'returned'];
  return row.moneyDone ? anyEnd : ['held', ...anyEnd];
}
const releasing = new Set(['Rejected', 'Failed', 'Expired', 'UserCanceled', 'AdminCanceled']);
