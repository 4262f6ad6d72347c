/** Which process is killed at which step of a payment of which family. */
import { families } from './drill-payments.ts';
import type { Family } from './drill-payments.ts';
import { paymentSteps } from './exchange-steps.ts';
import type { PaymentStep } from './exchange-steps.ts';

export const victims = ['leader', 'follower', 'exchange'] as const;
type Victim = (typeof victims)[number];

export type Kill = {
  readonly victim: Victim;
  readonly step: PaymentStep;
  readonly family: Family;
  /** The machine of the leader is lost: the follower leads from then on. */
  readonly isOfMachine: boolean;
};

/** One kill of the leader in this many is one of its machine. */
const changeEvery = 3;
/** Each victim at each step. */
const roundLength = victims.length * paymentSteps.length;
/** From so many payments of each family on, each victim is killed at each step of a payment of each family, twice. */
const paymentsOfAllKills = 400;
const timesOfAll = 2;

/** Returns how many kills a drill with `count` payments of each family has. */
export function countKills(count: number): number {
  return count < paymentsOfAllKills ? roundLength : roundLength * families.length * timesOfAll;
}

/** The last step comes first: a payment reaches it only after its blocks, and later there may be none left that will. */
const stepsInTurn = paymentSteps.toReversed();

/** Returns each victim at each step in turn; after as many rounds as there are families, each of them for each family. */
export function planKill(place: number): Kill {
  const turn = Math.floor(place / victims.length);
  const round = Math.floor(place / roundLength);
  const victim = victims[place % victims.length] ?? 'leader';
  const step = stepsInTurn[turn % stepsInTurn.length] ?? 'requested';
  const family = families[(place + turn + round) % families.length] ?? 'evm';
  return { victim, step, family, isOfMachine: turn % changeEvery === changeEvery - 1 };
}
