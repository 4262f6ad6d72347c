/** Lists, shows and decides withdrawals. */
import { formatAmount, millis, userId } from '@salar/protocol';
import { listOperatorAudit } from '@salar/store/tables/operators/operator-audit';
import { listTicketComments } from '@salar/store/tables/tickets/ticket-comments';
import { listNewestWithdrawals } from '@salar/store/tables/tickets/withdrawals';
import type { WithdrawalRow } from '@salar/store/tables/tickets/withdrawals';
import { toChainId } from '../../tickets/networks.ts';
import { signedBeforeRefusals } from '../../payments/payment-steps.ts';
import { aboveLevelReason, isAboveLevel } from '../../withdrawals/level-allowance.ts';
import { listStatesBefore, withdrawalTransitions } from '../../withdrawals/transitions.ts';
import type { WithdrawalState } from '../../withdrawals/transitions.ts';
import { describeOperator } from '../../tickets/actors.ts';
import { checkNewest, move, readHistory, reportUnproved } from '../../withdrawals/withdrawal-moves.ts';
import {
  areTermsProved,
  endAndRelease,
  reportTerms,
  toTicketTerms,
  unprovedReason,
} from '../../withdrawals/withdrawal-steps.ts';
import { refuseAct } from '../act.ts';
import type { ActContext, ChangeAct, Checked, ActDetails, ActRefused, ReadAct, Row } from '../act.ts';
import {
  formatProductAmount,
  describeBankAccount,
  spellProductAmount,
  findProduct,
  findProvider,
  readWithdrawal,
  formatTime,
  computeWorth,
  formatWorth,
} from '../act-format.ts';
import { checkSingleDecision } from './single-decision.ts';

const rowsMax = 100;
const states = Object.keys(withdrawalTransitions).filter((state) => state !== 'New');
const openStates = states.filter((state) => withdrawalTransitions[state as WithdrawalState].length > 0);

/** The reasons of waiting tickets that two operators accept. */
const reasonsForTwo: ReadonlySet<string | null> = new Set([unprovedReason, aboveLevelReason]);

/** Statuses that an accepted ticket may have. */
const acceptedStates = ['Accepted', 'SystemProcessing', 'Submitted', 'Confirmed', 'FullyProcessed'];

/** Describes everything about a ticket that a decision needs, with the same labels on every screen. */
async function describeWithdrawal(context: ActContext, seen: WithdrawalRow): Promise<ActDetails> {
  const { row, isProved } = await checkNewest(context, seen);
  const { productId, amount, fee } = row;
  const provider = findProvider(context, row.providerId);
  const user = await context.customers.find(context.database, row.userId);
  toTicketTerms(context, row, toChainId(provider)); // verifies the MAC: a tampered row is never shown
  if (!isProved) reportUnproved(context, row);
  return {
    ticket: String(row.ticketId),
    customer: `${user?.userName ?? 'unknown'} (account ${row.accountId})`,
    by: `${provider.displayName} (${provider.name})`,
    amount: formatProductAmount(context, productId, amount),
    'amount in words': spellProductAmount(context, productId, amount),
    fee: formatProductAmount(context, productId, fee),
    'receiver gets': formatProductAmount(context, productId, amount - fee),
    'receiver gets in words': spellProductAmount(context, productId, amount - fee),
    worth: formatWorth(await computeWorth(context, productId, amount)),
    ...(describeBankAccount(context, row) ?? { destination: row.destination }),
    status: row.status,
    ...(row.status === 'AdminProcessing' && row.rejectReason !== null
      ? { 'why it waits': row.rejectReason }
      : {}),
    ...(isProved ? {} : { 'status is proved': 'no: it may have been changed in the database' }),
    created: formatTime(row.createdAt),
  };
}

/**
 * Describes a ticket whose terms are not proved, as when its bank account cannot be read any more. Nothing that its row claims is
 * shown, only what the books hold for it, which is what ending it returns.
 */
async function describeUnproved(context: ActContext, row: WithdrawalRow): Promise<ActDetails> {
  const { ticketId, status } = row;
  reportTerms(context, row);
  const hold = await context.ledger.read((view) => view.withdrawal(ticketId));
  return {
    ticket: String(ticketId),
    ...(hold === undefined
      ? {}
      : {
          account: String(hold.accountId),
          amount: formatProductAmount(context, hold.productId, hold.amount),
          'amount in words': spellProductAmount(context, hold.productId, hold.amount),
          'receiver gets': formatProductAmount(context, hold.productId, hold.amount - hold.fee),
        }),
    status,
    'terms are proved':
      'no: its receiver cannot be read, or its row was changed in the database. It can only be ended',
  };
}

/** Formats a row of a list; without the destination, which is personal. */
export function withdrawalRow(context: ActContext, row: WithdrawalRow): Row {
  const { decimals, symbol } = findProduct(context, row.productId);
  return {
    ticket: String(row.ticketId),
    status: row.status,
    product: symbol,
    amount: formatAmount(row.amount, decimals),
    'receiver gets': formatAmount(row.amount - row.fee, decimals),
    by: findProvider(context, row.providerId).name,
    account: String(row.accountId),
    created: formatTime(row.createdAt),
  };
}

export const listWithdrawals: ReadAct = {
  kind: 'read',
  object: () => null,
  async read(context, { status }) {
    if (status !== undefined && !states.includes(status))
      return refuseAct('params_wrong', `there is no status ${status}: ${states.join(', ')}`);
    const statuses = status === undefined ? openStates : [status];
    const rows = await listNewestWithdrawals(context.database, { statuses, limit: rowsMax });
    return {
      ok: true,
      text: formatCount(rows.length, status === undefined ? 'open' : `in ${status}`),
      rows: rows.map((row) => withdrawalRow(context, row)),
    };
  },
};

export const showWithdrawal: ReadAct = {
  kind: 'read',
  object: ({ ticket = '' }) => `withdrawal ${ticket}`,
  async read(context, { ticket = '' }) {
    const found = await readWithdrawal(context, ticket);
    if (!found.ok) return found;
    const row = found.value;
    const hold = await context.ledger.read((view) => view.withdrawal(row.ticketId)?.state ?? 'none');
    return {
      ok: true,
      text: `Withdrawal ${row.ticketId}: ${row.status}.`,
      facts: {
        ...(await (areTermsProved(context, row) ? describeWithdrawal : describeUnproved)(context, row)),
        'money in the books': hold,
        ...(row.txId === null ? {} : { transaction: row.txId }),
        ...(row.rejectReason === null ? {} : { reason: row.rejectReason }),
        ...(row.requestIp === null ? {} : { 'requested from': row.requestIp }),
      },
      rows: await listHistory(context, row),
    };
  },
};

/** Lists what happened to a ticket. Only records that are proved name somebody: the others may have been written into the database. */
async function listHistory(context: ActContext, row: WithdrawalRow): Promise<readonly Row[]> {
  const steps = await readHistory(context, row);
  const audited = await listOperatorAudit(context.database, `withdrawal ${row.ticketId}`);
  const comments = await listTicketComments(context.database, [row.requestCode]);
  const lines = [
    ...comments.map(({ at, text }) => ({ at, who: 'customer', what: 'comment', detail: text })),
    ...steps.map((step) => ({
      at: step.at,
      who: step.isProved ? (step.statusBy ?? '') : 'not proved',
      what: step.status,
      detail: step.reason ?? step.txId ?? '',
    })),
    ...audited.map((entry) => ({ at: entry.at, who: entry.operator, what: entry.act, detail: entry.phase })),
  ];
  return lines.sort((a, b) => a.at - b.at).map((line) => ({ ...line, at: formatTime(line.at) }));
}

export const acceptWithdrawal: ChangeAct = {
  kind: 'change',
  async check(context, { ticket = '' }, operator) {
    const found = await readWithdrawal(context, ticket);
    if (!found.ok) return found;
    const row = found.value;
    if (row.status !== 'AdminProcessing')
      return refuseAct(
        'not_possible',
        `withdrawal ${row.ticketId} is ${row.status}: only AdminProcessing is accepted`,
      );
    if (!areTermsProved(context, row)) {
      reportTerms(context, row);
      return refuseAct(
        'not_possible',
        `nothing proves the terms of withdrawal ${row.ticketId}: withdrawals reject returns the money, with two operators`,
      );
    }
    const at = millis(context.clock());
    if (await context.ledger.read((view) => isAboveLevel(view, row, at)))
      return refuseAct(
        'not_possible',
        `the customer's level does not allow withdrawal ${row.ticketId}: level grant gives one, with two operators`,
      );
    const value = await computeWorth(context, row.productId, row.amount);
    const checked = await checkedWithdrawal(context, row);
    const single = await checkSingleDecision(context, row, {
      act: 'withdrawals accept',
      operator: operator.name,
      value,
      perCustomer: context.limits.acceptAlone,
    });
    return {
      ...checked,
      details: { ...checked.details, ...single.details },
      value,
      needsTwo:
        single.needsTwo || reasonsForTwo.has(row.rejectReason) || !(await checkNewest(context, row)).isProved,
    };
  },
  async run(context, { ticket = '' }, execution) {
    const found = await readWithdrawal(context, ticket);
    if (!found.ok) return found;
    const { ticketId, providerId, status } = found.value;
    toTicketTerms(context, found.value, toChainId(findProvider(context, providerId)));
    const acting = { ...context, by: describeOperator(execution) };
    const moved = await move(acting, ticketId, 'Accepted');
    const wasDone = execution.proposalId !== null && acceptedStates.includes(status); // repeated after a crash
    if (moved === null && !wasDone) return movedMeanwhile(context, ticket);
    if (moved !== null) context.onStep?.('accepted', ticketId);
    return { ok: true, text: `Withdrawal ${ticketId} is accepted.` };
  },
};

export const rejectWithdrawal = createEndingAct('Rejected', 'rejected');
export const cancelWithdrawal = createEndingAct('AdminCanceled', 'canceled');

/** The signer may have signed bytes that we do not have: they may be mined after the money was returned. */
function mayBeSigned({ status, rejectReason }: WithdrawalRow): boolean {
  const refusals: ReadonlySet<string> = signedBeforeRefusals;
  return status === 'AdminProcessing' && rejectReason !== null && refusals.has(rejectReason);
}

/** Creates an act that ends a ticket without a payment; the customer sees the reason. */
function createEndingAct(to: 'Rejected' | 'AdminCanceled', verb: string): ChangeAct {
  return {
    kind: 'change',
    async check(context, { ticket = '', reason = '' }) {
      const found = await readWithdrawal(context, ticket);
      if (!found.ok) return found;
      const row = found.value;
      const from: readonly string[] = listStatesBefore(to);
      if (!from.includes(row.status))
        return refuseAct(
          'not_possible',
          `withdrawal ${row.ticketId} is ${row.status}: it can no longer be ${verb}`,
        );
      const isProved = areTermsProved(context, row);
      const checked = await (isProved ? checkedWithdrawal : checkedUnproved)(context, row);
      const signed = await context.listSigned(row);
      const hashes = signed.map(({ hash }) => hash).join(', ');
      return {
        ...checked,
        details: {
          ...checked.details,
          'reason for the customer': reason,
          ...(signed.length === 0 ? {} : { 'payments that the signer has signed': hashes }),
        },
        needsTwo: checked.needsTwo || mayBeSigned(row) || signed.length > 0,
      };
    },
    async run(context, { ticket = '', reason = '' }, execution) {
      const { proposalId } = execution;
      const found = await readWithdrawal(context, ticket);
      if (!found.ok) return found;
      const { ticketId, status } = found.value;
      if (proposalId === null && !areTermsProved(context, found.value))
        return refuseAct(
          'needs_another',
          `nothing proves the terms of withdrawal ${ticketId}: two operators end it`,
        );
      if (proposalId === null && (await context.listSigned(found.value)).length > 0)
        return refuseAct(
          'needs_another',
          `a payment of withdrawal ${ticketId} is signed: two operators end it`,
        );
      const acting = { ...context, by: describeOperator(execution) };
      const ended = await endAndRelease(acting, ticketId, to, reason);
      const wasDone = proposalId !== null && status === to; // repeated after a crash
      if (ended === null && !wasDone) return movedMeanwhile(context, ticket);
      return { ok: true, text: `Withdrawal ${ticketId} is ${verb}; the customer has the money back.` };
    },
  };
}

/** Builds the preview that every decision about a ticket shows. */
export async function checkedWithdrawal(context: ActContext, row: WithdrawalRow): Promise<Checked> {
  return {
    ok: true,
    object: `withdrawal ${row.ticketId}`,
    details: await describeWithdrawal(context, row),
    unrecorded: Object.keys(describeBankAccount(context, row) ?? {}),
    needsTwo: false,
    value: null,
    owner: userId(row.userId),
  };
}

/** Builds the preview of the end of a ticket whose terms are not proved. */
export async function checkedUnproved(context: ActContext, row: WithdrawalRow): Promise<Checked> {
  return {
    ok: true,
    object: `withdrawal ${row.ticketId}`,
    details: await describeUnproved(context, row),
    needsTwo: true,
    value: null,
    owner: userId(row.userId),
  };
}

/** Refuses because the customer, a worker or another operator was faster. */
export async function movedMeanwhile(context: ActContext, ticket: string): Promise<ActRefused> {
  const found = await readWithdrawal(context, ticket);
  return found.ok
    ? refuseAct('not_possible', `withdrawal ${ticket} is ${found.value.status} by now: nothing was done`)
    : found;
}

function formatCount(count: number, which: string): string {
  return `${count === rowsMax ? `The newest ${count}` : count} withdrawal${count === 1 ? '' : 's'} ${which}.`;
}
