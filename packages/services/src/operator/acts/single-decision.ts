/** Whether one operator may decide about a withdrawal alone: by its value, and by what was decided alone within a day. */
import { minor } from '@salar/protocol';
import type { Minor } from '@salar/protocol';
import { sumDecidedAloneSince } from '@salar/store/tables/operators/single-decisions';
import type { SingleDecision } from '@salar/store/tables/operators/single-decisions';
import type { WithdrawalRow } from '@salar/store/tables/tickets/withdrawals';
import type { ActContext, ActDetails } from '../act.ts';
import { computeWorth, formatWorth } from '../act-format.ts';

const dayMs = 24 * 60 * 60_000;

/**
 * Checks a withdrawal against the limits of one operator, so that many small decisions count as their sum.
 *
 * @param decided.value  what the withdrawal is worth; null without a reference price, which needs two operators
 */
export async function checkSingleDecision(
  context: ActContext,
  { accountId }: Pick<WithdrawalRow, 'accountId'>,
  decided: {
    readonly act: SingleDecision;
    readonly operator: string;
    readonly value: Minor | null;
    /** The limit of a customer within 24 hours. */
    readonly perCustomer: Minor;
  },
): Promise<{ readonly needsTwo: boolean; readonly details: ActDetails }> {
  const { act, operator, value, perCustomer } = decided;
  const { acceptAlonePerDay } = context.limits;
  const ofCustomer = await computeWorthOfDay(context, { act, of: { accountId } }, value);
  const ofOperator = await computeWorthOfDay(context, { act, of: { operator } }, value);
  return {
    needsTwo:
      ofCustomer === null ||
      ofOperator === null ||
      ofCustomer > perCustomer ||
      ofOperator > acceptAlonePerDay,
    details: {
      "the customer's worth with the last 24 hours": formatWorth(ofCustomer),
      'worth with your last 24 hours': formatWorth(ofOperator),
    },
  };
}

async function computeWorthOfDay(
  context: ActContext,
  decided: Omit<Parameters<typeof sumDecidedAloneSince>[1], 'since'>,
  value: Minor | null,
): Promise<Minor | null> {
  const since = context.clock() - dayMs;
  const sums = await sumDecidedAloneSince(context.database, { ...decided, since });
  let sum = value;
  for (const { productId, amount } of sums) {
    const worth = await computeWorth(context, productId, amount);
    sum = sum === null || worth === null ? null : minor(sum + worth);
  }
  return sum;
}
