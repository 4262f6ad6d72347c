/** Adjustments: transfers from a house account to a customer. There is no other way to create a balance. */
import { assert, houseAccounts } from '@salar/protocol';
import type { AccountId } from '@salar/protocol';
import { sumValueApprovedSince } from '@salar/store/tables/operators/proposals';
import { refuseAct } from '../act.ts';
import type { ActContext, ChangeAct, ActRefused, Params } from '../act.ts';
import {
  formatProductAmount,
  spellProductAmount,
  readAmount,
  readCustomer,
  readProduct,
  computeWorth,
  formatWorth,
} from '../act-format.ts';

const dayMs = 24 * 60 * 60_000;

/** House accounts that adjustments may come from, by the name that operators type. */
const sources: Readonly<Record<string, AccountId>> = {
  'operator-funding': houseAccounts.operatorFunding,
  'fee-income': houseAccounts.feeIncome,
  suspense: houseAccounts.suspense,
};

export const adjustBalance: ChangeAct = {
  kind: 'change',
  async check(context, params) {
    const read = await readAdjustment(context, params);
    if (!read.ok) return read;
    const { user, product, amount, sourceAccountId } = read;
    const { productId, symbol } = product;
    const funds = await context.ledger.read((view) => view.position(sourceAccountId, productId));
    const available = funds.total - funds.held;
    // Checked even for an account that may go negative: money must exist before it is given (security rule O7).
    if (available < amount)
      return refuseAct(
        'not_possible',
        `${params['from']} has ${formatProductAmount(context, productId, available)}`,
      );
    const value = await computeWorth(context, productId, amount);
    if (value === null)
      return refuseAct(
        'not_possible',
        `${symbol} has no reference price that is trusted: its value cannot be computed`,
      );
    const moved = await sumValueApprovedSince(context.database, 'adjust', context.clock() - dayMs);
    const { adjustPerDay } = context.limits;
    if (moved + value > adjustPerDay)
      return refuseAct(
        'cap_exceeded',
        `adjustments of any 24 hours are capped at ${formatWorth(adjustPerDay)}, and ${formatWorth(moved)} are used`,
      );
    return {
      ok: true,
      object: `customer ${user.userName}`,
      details: {
        from: params['from'] ?? '',
        to: `${user.userName} (account ${user.accountId})`,
        amount: formatProductAmount(context, productId, amount),
        'amount in words': spellProductAmount(context, productId, amount),
        worth: formatWorth(value),
        reason: params['reason'] ?? '',
      },
      needsTwo: true,
      value,
      owner: user.userId,
    };
  },
  async run(context, params, { proposalId }) {
    assert(proposalId !== null, 'an adjustment was approved by a second operator');
    const read = await readAdjustment(context, params);
    if (!read.ok) return read;
    const { user, product, amount, sourceAccountId } = read;
    const outcome = await context.ledger.submit({
      type: 'TransferFunds',
      sourceAccountId,
      targetAccountId: user.accountId,
      productId: product.productId,
      amount,
      key: `adjust:${proposalId}`,
    });
    if (!outcome.ok) return refuseAct('not_possible', `the ledger refused it: ${outcome.refusal}`);
    return {
      ok: true,
      text: `Customer ${user.userName} has ${formatProductAmount(context, product.productId, amount)} more.`,
    };
  },
};

async function readAdjustment(context: ActContext, params: Params) {
  const { from = '', customer = '', product = '', amount = '' } = params;
  const sourceAccountId = Object.hasOwn(sources, from) ? sources[from] : undefined;
  if (sourceAccountId === undefined) return refuseSource(from);
  const user = await readCustomer(context, customer);
  if (!user.ok) return user;
  const found = await readProduct(context, product);
  if (!found.ok) return found;
  const money = readAmount(amount, found.value);
  if (!money.ok) return money;
  return { ok: true, user: user.value, product: found.value, amount: money.value, sourceAccountId } as const;
}

function refuseSource(from: string): ActRefused {
  return refuseAct('params_wrong', `money comes from ${Object.keys(sources).join(', ')}, not from ${from}`);
}
