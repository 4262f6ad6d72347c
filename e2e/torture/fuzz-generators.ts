/** Which calls the fuzz makes how often, and what they may name. */
import type { Call } from '@salar/exchange/gateway/call';
import type { CallDraws } from '@salar/testing/fuzz-calls';
import type { Dice } from '@salar/testing/seeded-random';
import type { FuzzCustomers } from './fuzz-customers.ts';

/**
 * Ends the sender's own session whatever it carries; every other call needs one. `fuzz-people.ts` signs somebody out, and
 * what comes with a dead token is tried.
 */
const left = new Set(['LogOut']);

/** What is dear, in processor time or in what it leaves behind for ever, is drawn seldom. */
const shares: Partial<Record<Call['rate'], number>> = {
  register: 0.02,
  'sign-in': 0.05,
  mail: 0.05,
  tickets: 0.1,
};
/** Each would be an address that the chains are watched for, ever after. */
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
