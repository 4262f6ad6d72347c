/** Resets a customer's lost second factor: two operators plan it, and its owner has three days to cancel. */
import { assert } from '@salar/protocol';
import { resetWaitMs } from '../../second-factor/factor-resets.ts';
import type { ResetRefusal } from '../../second-factor/factor-resets.ts';
import { refuseAct } from '../act.ts';
import type { ChangeAct } from '../act.ts';
import { readCustomer, formatTime } from '../act-format.ts';

const waitHours = resetWaitMs / (60 * 60_000);
const refusals: Readonly<Record<ResetRefusal, string>> = {
  not_on: 'has no second factor',
  planned_already: 'has a reset planned already',
};

export const resetFactor: ChangeAct = {
  kind: 'change',
  async check(context, { user: login = '', reason = '' }) {
    const found = await readCustomer(context, login);
    if (!found.ok) return found;
    const { userId, accountId, userName, email } = found.value;
    const checked = await context.factorResets.check(userId);
    if (!checked.ok) return refuseAct('not_possible', `${userName} ${refusals[checked.refusal]}`);
    return {
      ok: true,
      object: `customer ${userName}`,
      details: {
        customer: `${userName} (account ${accountId})`,
        mail: email,
        'second factor': `is switched off ${waitHours} hours after the second operator's approval, unless its owner cancels that`,
        reason,
      },
      needsTwo: true,
      value: null,
      owner: userId,
    };
  },
  async run(context, { user: login = '' }, { proposalId }) {
    assert(proposalId !== null, 'a reset of a second factor has an approval');
    const found = await readCustomer(context, login);
    if (!found.ok) return found;
    const { userName } = found.value;
    const planned = await context.factorResets.plan(found.value);
    // Planned before a crash: it is done, and the owner has the mail.
    if (!planned.ok && planned.refusal === 'not_on')
      return refuseAct('not_possible', `${userName} ${refusals.not_on}`);
    const due = planned.ok ? ` on ${formatTime(planned.value)}` : '';
    return {
      ok: true,
      text: `The second factor of ${userName} is switched off${due}, unless they cancel it.`,
    };
  },
};
