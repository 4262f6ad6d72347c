/** Bank payouts made by hand: started, sent, settled or returned. */
import type { SingleDecision } from '@salar/store/tables/operators/single-decisions';
import type { WithdrawalRow } from '@salar/store/tables/tickets/withdrawals';
import type { Result } from '@salar/protocol';
import {
  openPayouts,
  payoutReference,
  returnedPayout,
  sentPayout,
  settledPayout,
  startPayout,
} from '../../payments/bank-payouts.ts';
import type { PayoutContext, PayoutRefusal } from '../../payments/bank-payouts.ts';
import { isStopped } from '../../payments/payment-steps.ts';
import { describeEvidence, findEvidence } from '../../statements/statement-records.ts';
import { describeOperator } from '../../tickets/actors.ts';
import { areTermsProved, reportTerms } from '../../withdrawals/withdrawal-steps.ts';
import { refuseAct } from '../act.ts';
import type {
  ActContext,
  ActDetails,
  ChangeAct,
  ActExecution,
  ActRefused,
  OperatorAnswer,
  Params,
  ReadAct,
} from '../act.ts';
import { bankProviders, computeWorth, findProvider, readWithdrawal } from '../act-format.ts';
import { checkSingleDecision } from './single-decision.ts';
import { checkedUnproved, checkedWithdrawal, movedMeanwhile, withdrawalRow } from './withdrawal-acts.ts';

const rowsMax = 200;

export const listPayouts: ReadAct = {
  kind: 'read',
  object: () => null,
  async read(context) {
    const rows = await openPayouts(context, bankProviders(context), rowsMax);
    return {
      ok: true,
      text: `${rows.length} bank payout${rows.length === 1 ? '' : 's'} to be worked on.`,
      rows: rows.map((row) => ({
        ...withdrawalRow(context, row),
        'our reference': payoutReference(row.ticketId),
        "the bank's": row.txId ?? '',
      })),
    };
  },
};

export const startPayoutAct = createPayoutAct({
  from: ['AutoAccepted', 'Accepted'],
  needsReceiver: true,
  stopped: (context, row) => isStopped(context, row),
  act: (context, row) => startPayout(context, row),
  text: (row) =>
    `Payout ${row.ticketId} is yours. Send it with the reference ${payoutReference(row.ticketId)}, then: ` +
    `payout sent ${row.ticketId} --reference THE-BANKS`,
});

export const sentPayoutAct = createPayoutAct({
  from: ['SystemProcessing'],
  act: (context, row, { reference = '' }, { operator }) => sentPayout(context, row, { reference, operator }),
  text: (row) => `Payout ${row.ticketId} is sent. When the receiver has it: payout settled ${row.ticketId}`,
  wasDone: (row, { reference }) => row.status === 'Submitted' && row.txId === reference,
});

export const settledPayoutAct = createPayoutAct({
  from: ['Submitted', 'Confirmed'],
  act: (context, row) => settledPayout(context, row),
  text: (row) => `Payout ${row.ticketId} is finished.`,
  single: 'payout settled',
  wasDone: (row) => row.status === 'FullyProcessed',
});

export const returnedPayoutAct = createPayoutAct({
  from: ['SystemProcessing', 'Submitted'],
  needs: (row, { reference }) =>
    row.status === 'Submitted' && reference === undefined
      ? 'the bank has this payout: it needs --reference, the bank’s reference of the return'
      : null,
  act: (context, row, { reason = '', reference }, { operator }) => {
    const back = row.status === 'Submitted' && reference !== undefined ? { reference } : null;
    return returnedPayout(context, row, { reason, operator, back });
  },
  text: (row) => `Payout ${row.ticketId} has failed; the customer has the money back.`,
  single: 'payout returned',
  wasDone: (row) => row.status === 'Failed',
});

/** Creates the act of one payout step: allowed from some statuses, performed by the payout functions. */
function createPayoutAct(step: {
  readonly from: readonly string[];
  /** True for the step after which the money is sent: without the others, nobody could end a payout whose receiver cannot be read. */
  readonly needsReceiver?: true;
  /** Returns what is missing, as a sentence. */
  readonly needs?: (row: WithdrawalRow, params: Params) => string | null;
  /** Returns true when the payout must not start now. */
  readonly stopped?: (context: ActContext, row: WithdrawalRow) => Promise<boolean>;
  readonly act: (
    context: PayoutContext,
    row: WithdrawalRow,
    params: Params,
    execution: ActExecution,
  ) => Promise<Result<WithdrawalRow, PayoutRefusal>>;
  readonly text: (row: WithdrawalRow) => string;
  /** The act's name when one operator may perform it up to the limits only: it gives a customer money, or spends it. */
  readonly single?: SingleDecision;
  /** Returns true when an approved act was performed before a crash. */
  readonly wasDone?: (row: WithdrawalRow, params: Params) => boolean;
}): ChangeAct {
  return {
    kind: 'change',
    async check(context, params, operator) {
      const found = await readWithdrawal(context, params['ticket'] ?? '');
      if (!found.ok) return found;
      const row = found.value;
      if (!isBankPayout(context, row)) return refuseNoPayout(row);
      if (!step.from.includes(row.status))
        return refuseAct(
          'not_possible',
          `payout ${row.ticketId} is ${row.status}: this step needs ${step.from.join(' or ')}`,
        );
      if ((await step.stopped?.(context, row)) === true) return refuseStopped(row);
      const missing = step.needs?.(row, params) ?? null;
      if (missing !== null) return refuseAct('params_wrong', missing);
      const isProved = areTermsProved(context, row);
      if (!isProved && step.needsReceiver === true) return refuseUnproved(context, row);
      const checked = await (isProved ? checkedWithdrawal : checkedUnproved)(context, row);
      const { reference, reason } = params;
      const single =
        step.single === undefined
          ? null
          : await checkSingle(context, row, { act: step.single, operator: operator.name, reference });
      if (single !== null && !single.ok) return single;
      return {
        ...checked,
        ...single?.decision,
        needsTwo: checked.needsTwo || single?.decision.needsTwo === true,
        details: {
          ...checked.details,
          ...(isProved ? {} : describeUnprovedPayout(context, row)),
          ...single?.details,
          'our reference': payoutReference(row.ticketId),
          ...(reference === undefined ? {} : { "the bank's reference": reference }),
          ...(reason === undefined ? {} : { 'reason for the customer': reason }),
        },
      };
    },
    async run(context, params, execution): Promise<OperatorAnswer> {
      const found = await readWithdrawal(context, params['ticket'] ?? '');
      if (!found.ok) return found;
      if (!isBankPayout(context, found.value)) return refuseNoPayout(found.value);
      if (execution.proposalId === null && !areTermsProved(context, found.value))
        return refuseAct(
          'needs_another',
          `nothing proves the terms of payout ${found.value.ticketId}: two operators take this step`,
        );
      const acting = { ...context, by: describeOperator(execution) };
      const done = await step.act(acting, found.value, params, execution);
      if (done.ok) return { ok: true, text: step.text(done.value) };
      if (done.refusal === 'withdrawals_stopped') return refuseStopped(found.value);
      if (
        done.refusal === 'ticket_moved' &&
        execution.proposalId !== null &&
        step.wasDone?.(found.value, params) === true
      )
        return { ok: true, text: step.text(found.value) };
      if (done.refusal === 'ticket_moved') return movedMeanwhile(context, params['ticket'] ?? '');
      return refuseAct(
        'reference_used',
        `the bank's reference ${params['reference']} was used before: nothing was done`,
      );
    },
  };
}

/**
 * A payout that is said to have come back may have been paid, and one that is said to be settled may not: large ones, alone
 * or in sum, take two operators. A settlement that a statement shows takes one, and a return that none shows takes two.
 */
async function checkSingle(
  context: ActContext,
  row: WithdrawalRow,
  {
    act,
    operator,
    reference,
  }: { readonly act: SingleDecision; readonly operator: string; readonly reference: string | undefined },
) {
  const value = await computeWorth(context, row.productId, row.amount);
  const isReturn = act === 'payout returned';
  const paid = await findEvidence(context, {
    ...toMovement(row, row.fee - row.amount, row.txId ?? payoutReference(row.ticketId)),
    isBooked: row.txId !== null,
  });
  if (isReturn && row.txId === null && paid === 'on_statement')
    return refuseAct('not_possible', `a statement shows that the bank paid payout ${row.ticketId}`);
  if (!isReturn && paid === 'on_statement')
    return { ok: true, decision: { needsTwo: false, value }, details: describeEvidence(paid) } as const;
  const evidence =
    reference === undefined
      ? 'no_statements'
      : await findEvidence(context, {
          ...toMovement(row, row.amount - row.fee, reference),
          isBooked: false,
        });
  const perCustomer = isReturn ? context.limits.bankCreditAlone : null;
  const { needsTwo, details } = await checkSingleDecision(context, row, {
    act,
    operator,
    value,
    perCustomer,
  });
  return {
    ok: true,
    decision: { needsTwo: needsTwo || evidence === 'not_on_statement', value },
    details: { ...describeEvidence(evidence), ...details },
  } as const;
}

/** @param amount  above zero for what came back */
function toMovement({ providerId, ticketId }: WithdrawalRow, amount: bigint, reference: string) {
  return { providerId, ticketId, amount, reference };
}

/** Somebody may have changed the provider of a row whose terms nothing proves. Its product is compared with the books. */
function isBankPayout(context: ActContext, { providerId, productId }: WithdrawalRow): boolean {
  const provider = findProvider(context, providerId);
  return provider.kind === 'bank' && provider.productId === productId;
}

function refuseNoPayout({ ticketId }: WithdrawalRow): ActRefused {
  return refuseAct('not_possible', `withdrawal ${ticketId} is not a bank payout: its network pays it`);
}

/** Names what the database says of a payout that nothing proves, for two operators who compare it with the bank. */
function describeUnprovedPayout(context: ActContext, { providerId, txId }: WithdrawalRow): ActDetails {
  return {
    'by, as the database says': findProvider(context, providerId).name,
    ...(txId === null ? {} : { 'sent under the reference': txId }),
    'compare with the bank': 'send nothing for it; report only what the bank shows under our reference',
  };
}

function refuseUnproved(context: ActContext, row: WithdrawalRow): ActRefused {
  reportTerms(context, row);
  return refuseAct(
    'not_possible',
    `nothing proves the terms of payout ${row.ticketId}, as when its bank account cannot be read any more: withdrawals reject returns the money, with two operators`,
  );
}

function refuseStopped({ ticketId }: WithdrawalRow): ActRefused {
  const why =
    'withdrawals of its product are halted, its customer is locked, or the level of the customer does not allow it';
  return refuseAct('not_possible', `payout ${ticketId} must wait: ${why}`);
}
