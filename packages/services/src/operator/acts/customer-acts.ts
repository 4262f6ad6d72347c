/** Shows, locks and unlocks customers. */
import { formatAmount } from '@salar/protocol';
import { listNewestWithdrawals } from '@salar/store/tables/tickets/withdrawals';
import { withdrawalTransitions } from '../../withdrawals/transitions.ts';
import { refuseAct } from '../act.ts';
import type { ChangeAct, ReadAct, Row } from '../act.ts';
import { findProduct, readCustomer, formatTime } from '../act-format.ts';
import { withdrawalRow } from './withdrawal-acts.ts';

const withdrawalsMax = 20;
const statuses = Object.keys(withdrawalTransitions).filter((status) => status !== 'New');

export const showCustomer: ReadAct = {
  kind: 'read',
  object: ({ customer = '' }) => `customer ${customer}`,
  async read(context, { customer = '' }) {
    const found = await readCustomer(context, customer);
    if (!found.ok) return found;
    const { accountId, userId, userName, email, isEmailVerified, lockedAt, createdAt } = found.value;
    const { account, positions } = await context.ledger.read((view) => ({
      account: view.account(accountId),
      positions: view.accountPositions(accountId),
    }));
    const balances = positions.map(({ productId, total, held }) => {
      const { symbol, decimals } = findProduct(context, productId);
      return [`balance ${symbol}`, `${formatAmount(total, decimals)}, held ${formatAmount(held, decimals)}`];
    });
    const page = { statuses, accountId, limit: withdrawalsMax };
    const rows: readonly Row[] = (await listNewestWithdrawals(context.database, page)).map((row) =>
      withdrawalRow(context, row),
    );
    return {
      ok: true,
      text: `Customer ${userName}: level ${account?.level ?? 0}${account?.locked === true ? ', locked' : ''}.`,
      facts: {
        user: `${userName} (${userId})`,
        account: String(accountId),
        mail: `${email}${isEmailVerified ? '' : ' (not verified)'}`,
        level: String(account?.level ?? 0),
        'orders and withdrawals': account?.locked === true ? 'locked' : 'allowed',
        'sign-in': lockedAt === null ? 'allowed' : `locked since ${formatTime(lockedAt)}`,
        since: formatTime(createdAt),
        ...(Object.fromEntries(balances) as Record<string, string>),
      },
      rows,
    };
  },
};

export const lockCustomer = createLockAct(true);
export const unlockCustomer = createLockAct(false);

function createLockAct(locked: boolean): ChangeAct {
  const state = locked ? 'locked' : 'unlocked';
  return {
    kind: 'change',
    async check(context, { customer = '', reason = '' }) {
      const found = await readCustomer(context, customer);
      if (!found.ok) return found;
      const { accountId, userId, userName, lockedAt } = found.value;
      const account = await context.ledger.read((view) => view.account(accountId));
      const isDone = account?.locked === locked && (lockedAt !== null) === locked;
      if (isDone) return refuseAct('not_possible', `${userName} is ${state} already`);
      return {
        ok: true,
        object: `customer ${userName}`,
        details: {
          customer: `${userName} (account ${accountId})`,
          'sign-in, orders and withdrawals': state,
          reason,
        },
        // A lock protects the customer and takes one; what opens an account again takes two.
        needsTwo: !locked,
        value: null,
        owner: userId,
      };
    },
    async run(context, { customer = '' }) {
      const found = await readCustomer(context, customer);
      if (!found.ok) return found;
      const { accountId, userId, userName } = found.value;
      // The lock ends all sessions first, and an unlock allows sign-in last.
      if (locked) await context.locks.lockByOperator(userId);
      const outcome = await context.ledger.submit({ type: 'SetAccountLock', accountId, locked });
      if (!outcome.ok) return refuseAct('not_possible', `the ledger refused it: ${outcome.refusal}`);
      if (!locked) await context.locks.openByOperator(userId);
      return { ok: true, text: `Customer ${userName} is ${state}.` };
    },
  };
}
