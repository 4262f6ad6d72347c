/** Decides how often the fuzzer makes each call, and which ids it uses. */
import type { Call } from '@salar/exchange/gateway/call';
import type { CallDraws } from '@salar/testing/fuzz/fuzz-calls';
import type { Dice } from '@salar/testing/seeded-random';
import type { FuzzCustomers } from './fuzz-customers.ts';

/**
 * Always ends the sender's own session, which every other call needs. `fuzz-customers.ts` has a signed-out customer, so
 * expired tokens are covered.
 */
const left = new Set(['LogOut']);

/** Calls that are expensive, in processor time or in permanent data, are drawn rarely. */
const shares: Partial<Record<Call['rate'], number>> = {
  register: 0.02,
  'sign-in': 0.05,
  mail: 0.05,
  tickets: 0.1,
};
/** Each call would create an address that is watched on the chains for ever. */
const seldom: Readonly<Record<string, number>> = { GetNewDepositAddress: 0.01, GetDepositInfo: 0.02 };

export function buildGenerators(calls: readonly Call[], people: FuzzCustomers, dice: Dice): CallDraws {
  const weights = new Map<string, number>(
    calls.map(({ name, rate }) => [name, seldom[name] ?? shares[rate] ?? 1]),
  );
  return {
    calls: calls.filter(({ name }) => !left.has(name)),
    dice,
    knownIds: () => people.knownIds,
    knownTexts: () => people.knownTexts,
    getWeight: ({ name }) => weights.get(name) ?? 1,
  };
}
