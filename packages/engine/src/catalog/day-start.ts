/** The start of the exchange's days and months, by which withdrawals are counted against their limits. */
import { accept, refuse } from '@salar/protocol';
import type { OutcomeOf, SetDayStart } from '@salar/protocol';
import { WithdrawalUsage } from '../funds/withdrawal-limits.ts';
import type { State } from '../state/state.ts';

/** The largest offset from UTC anywhere. */
const offsetMinutesMax = 14 * 60;
const minuteMs = 60_000;

/** Sets when days and months begin, and recounts every withdrawal into the ones that it now belongs to. */
export function setDayStart(state: State, { offsetMinutes }: SetDayStart): OutcomeOf<SetDayStart> {
  if (!Number.isSafeInteger(offsetMinutes) || Math.abs(offsetMinutes) > offsetMinutesMax) {
    return refuse('definition_invalid');
  }
  const dayOffsetMs = offsetMinutes * minuteMs;
  if (dayOffsetMs === state.dayOffsetMs) return accept(null);

  // Nothing below can be refused.
  state.dayOffsetMs = dayOffsetMs;
  const { accounts } = state;
  for (const account of accounts.rows()) {
    const details = accounts.getDetails(account);
    if (details !== null) details.usage = null;
  }
  const byTime = [...state.withdrawals.values()].sort((a, b) => a.heldAt - b.heldAt);
  for (const { account, notional, heldAt, state: step } of byTime) {
    if (step === 'released') continue;
    const details = accounts.openDetails(account);
    (details.usage ??= new WithdrawalUsage()).add(notional, state.toLocalTime(heldAt));
  }
  return accept(null);
}
