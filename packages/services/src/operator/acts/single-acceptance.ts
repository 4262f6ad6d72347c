/** Whether one operator may accept a withdrawal alone: by its value, and by what was accepted alone within a day. */
import { minor } from '@salar/protocol';
import type { Minor } from '@salar/protocol';
import { sumAcceptedAloneSince } from '@salar/store/tables/operators/single-acceptances';
import type { WithdrawalRow } from '@salar/store/tables/tickets/withdrawals';
import type { ActContext, ActDetails } from '../act.ts';
import { computeWorth, formatWorth } from '../act-format.ts';

const dayMs = 24 * 60 * 60_000;

/**
 * Checks a withdrawal against the limits of one operator, so that many small acceptances count as their sum.
 *
 * @param value  what the withdrawal is worth; null without a reference price, which needs two operators
 */
export async function checkSingleAcceptance(
  context: ActContext,
  { accountId }: Pick<WithdrawalRow, 'accountId'>,
  operator: string,
  value: Minor | null,
): Promise<{ readonly needsTwo: boolean; readonly details: ActDetails }> {
  const { acceptAlone, acceptAlonePerDay } = context.limits;
  const ofCustomer = await computeWorthOfDay(context, { accountId }, value);
  const ofOperator = await computeWorthOfDay(context, { operator }, value);
  return {
    needsTwo:
      ofCustomer === null ||
      ofOperator === null ||
      ofCustomer > acceptAlone ||
      ofOperator > acceptAlonePerDay,
    details: {
      "the customer's worth with the last 24 hours": formatWorth(ofCustomer),
      'worth with your last 24 hours': formatWorth(ofOperator),
    },
  };
}

async function computeWorthOfDay(
  context: ActContext,
  of: Parameters<typeof sumAcceptedAloneSince>[1]['of'],
  value: Minor | null,
): Promise<Minor | null> {
  const accepted = await sumAcceptedAloneSince(context.database, { since: context.clock() - dayMs, of });
  let sum = value;
  for (const { productId, amount } of accepted) {
    const worth = await computeWorth(context, productId, amount);
    sum = sum === null || worth === null ? null : minor(sum + worth);
  }
  return sum;
}
