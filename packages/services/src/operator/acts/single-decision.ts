/** Whether one operator may decide alone about money: by its value, and by what was decided alone within a day. */
import { minor } from '@salar/protocol';
import type { Minor, ProductId } from '@salar/protocol';
import {
  singleDecisions,
  sumBankedAloneSince,
  sumDecidedAloneSince,
} from '@salar/store/tables/operators/single-decisions';
import type { SingleDecision } from '@salar/store/tables/operators/single-decisions';
import type { WithdrawalRow } from '@salar/store/tables/tickets/withdrawals';
import type { ActContext, ActDetails } from '../act.ts';
import { computeWorth, formatWorth } from '../act-format.ts';

const dayMs = 24 * 60 * 60_000;

type Judged = { readonly needsTwo: boolean; readonly details: ActDetails };

/**
 * Checks a withdrawal against the limits of single operators, so that many small decisions count as their sum.
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
    /** The limit of a customer within 24 hours; null when the act gives a customer nothing. */
    readonly perCustomer: Minor | null;
  },
): Promise<Judged> {
  const { act, operator, value, perCustomer } = decided;
  const { database } = context;
  const since = context.clock() - dayMs;
  const sum = async (of: Parameters<typeof sumDecidedAloneSince>[1]['of']) =>
    addWorths(context, value, await sumDecidedAloneSince(database, { acts: [act], since, of }));
  const limits: Limit[] = [
    {
      label: 'worth with your last 24 hours',
      worth: await sum({ operator }),
      limit: context.limits.acceptAlonePerDay,
    },
    await readTotal(context, value),
  ];
  if (perCustomer !== null)
    limits.unshift({
      label: "the customer's worth with the last 24 hours",
      worth: await sum({ accountId }),
      limit: perCustomer,
    });
  return judge(limits);
}

/** Checks a line of a bank's statement against the limits of single operators, for whomever its lines are. */
export async function checkSingleBooking(
  context: ActContext,
  { operator, value }: { readonly operator: string; readonly value: Minor | null },
): Promise<Judged> {
  const since = context.clock() - dayMs;
  const banked = await sumBankedAloneSince(context.database, { operator, since });
  return judge([
    {
      label: 'worth with your last 24 hours',
      worth: await addWorths(context, value, banked),
      limit: context.limits.acceptAlonePerDay,
    },
    await readTotal(context, value),
  ]);
}

type Limit = {
  readonly label: string;
  /** Null when something has no trusted price. */
  readonly worth: Minor | null;
  readonly limit: Minor;
};

function judge(limits: readonly Limit[]): Judged {
  return {
    needsTwo: limits.some(({ worth, limit }) => worth === null || worth > limit),
    details: Object.fromEntries(limits.map(({ label, worth }) => [label, formatWorth(worth)])),
  };
}

/** Adds everything that all operators decided alone within a day: several of them together have one limit. */
async function readTotal(context: ActContext, value: Minor | null): Promise<Limit> {
  const { database, limits } = context;
  const since = context.clock() - dayMs;
  const decided = { acts: singleDecisions, since, of: 'all operators' } as const;
  const sums = [
    ...(await sumDecidedAloneSince(database, decided)),
    ...(await sumBankedAloneSince(database, { operator: null, since })),
  ];
  return {
    label: 'worth with what all operators decided alone in 24 hours',
    worth: await addWorths(context, value, sums),
    limit: limits.aloneTotalPerDay,
  };
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
