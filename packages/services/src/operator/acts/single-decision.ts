/** Whether one operator may decide alone about money: by its value, and by what was decided alone within a day. */
import { minor } from '@salar/protocol';
import type { Minor, ProductId } from '@salar/protocol';
import { sumBankedAloneSince, sumDecidedAloneSince } from '@salar/store/tables/operators/single-decisions';
import type { SingleDecision } from '@salar/store/tables/operators/single-decisions';
import type { WithdrawalRow } from '@salar/store/tables/tickets/withdrawals';
import type { ActContext, ActDetails } from '../act.ts';
import { computeWorth, formatWorth } from '../act-format.ts';

const dayMs = 24 * 60 * 60_000;

/**
 * Checks a withdrawal against the limits of one operator, so that many small decisions count as their sum.
 *
 * @param decided.value  what the withdrawal is worth; null without a trusted reference price, which needs two operators
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

/** Checks a line of a bank's statement against the limit of one operator, for whomever its lines are. */
export async function checkSingleBooking(
  context: ActContext,
  { operator, value }: { readonly operator: string; readonly value: Minor | null },
): Promise<{ readonly needsTwo: boolean; readonly details: ActDetails }> {
  const since = context.clock() - dayMs;
  const ofOperator = await addWorths(
    context,
    value,
    await sumBankedAloneSince(context.database, { operator, since }),
  );
  return {
    needsTwo: ofOperator === null || ofOperator > context.limits.acceptAlonePerDay,
    details: { 'worth with your last 24 hours': formatWorth(ofOperator) },
  };
}

async function computeWorthOfDay(
  context: ActContext,
  decided: Omit<Parameters<typeof sumDecidedAloneSince>[1], 'since'>,
  value: Minor | null,
): Promise<Minor | null> {
  const since = context.clock() - dayMs;
  return addWorths(context, value, await sumDecidedAloneSince(context.database, { ...decided, since }));
}

/** Adds the worth of sums in several products; null when anything has no reference price that is trusted. */
export async function addWorths(
  context: ActContext,
  value: Minor | null,
  sums: readonly { readonly productId: ProductId; readonly amount: Minor }[],
): Promise<Minor | null> {
  const worths = await Promise.all(
    sums.map(({ productId, amount }) => computeWorth(context, productId, amount)),
  );
  return worths.reduce<Minor | null>(
    (sum, worth) => (sum === null || worth === null ? null : minor(sum + worth)),
    value,
  );
}
