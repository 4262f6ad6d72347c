/**
 * A patient attacker: a day after its addresses were first paid they are no longer new, and the passkeys that it registered count.
 * It takes everything in each of three hours then. What it gets is asserted against the policy: the hour, then the customer, then
 * the day.
 */
import { userId } from '@salar/protocol';
import type { UserId } from '@salar/protocol';
import type { Attempt, Step } from './attempt.ts';
import type { Attacker } from './attacker.ts';
import { drainToNew } from './cap-attempts.ts';
import { drain } from './drain.ts';
import { hourMs, policy, receiverHours } from './drill-policy.ts';
import type { DrillCaps } from './drill-policy.ts';
import { passkeyOwners, signByOwn } from './passkey-attempt.ts';

const [customer, ...others] = passkeyOwners;
/** The exchange invents customers as it likes. */
const invented = [1_000_001, 1_000_002, 1_000_003, 1_000_004].map(userId);
/** The caps of an hour have room again after this time. */
const nextHourMs = hourMs + 60_000;

async function drainAll(
  attacker: Attacker,
  tries: string,
  customers: readonly UserId[],
  expect: (caps: DrillCaps) => { readonly refusal: string; readonly sum: bigint },
): Promise<readonly Step[]> {
  const steps: Step[] = [];
  for (const caps of policy.caps) {
    const { perTransaction: largest } = caps;
    steps.push(await drain(attacker, { tries, caps, largest, customers, expected: expect(caps) }));
  }
  return steps;
}

/** Takes everything with signatures of its own passkeys, which have caps of their own. */
function drainSigned(
  attacker: Attacker,
  tries: string,
  customers: readonly UserId[],
  expect: (caps: DrillCaps['passkey']) => { readonly refusal: string; readonly sum: bigint },
): Promise<Step> {
  const [caps] = policy.caps;
  if (caps === undefined) throw new Error('the policy has caps');
  return drain(attacker, {
    tries: `signed with passkeys of its own, ${tries}`,
    caps,
    largest: caps.passkey.perTransaction,
    customers,
    build: (net, owner) => signByOwn(attacker.forge({ ...caps, net, userId: owner })),
    expected: expect(caps.passkey),
  });
}

const hour = 'hourly_cap_exceeded';
const customersDay = 'customer_cap_exceeded';
const day = 'daily_cap_exceeded';

export const agedAttempts: readonly Attempt[] = [
  {
    name: `everything again, before its addresses are ${receiverHours} hours old`,
    async run(signer, attacker) {
      await signer.pass((receiverHours - 1) * hourMs);
      return drainToNew(attacker);
    },
  },
  {
    name: 'everything within an hour, to addresses that are no longer new',
    async run(signer, attacker) {
      await signer.pass(2 * hourMs);
      return [
        ...(await drainAll(attacker, 'for one customer', [customer], ({ perHour: sum }) => ({
          refusal: hour,
          sum,
        }))),
        await drainSigned(attacker, 'for one customer', [customer], ({ perCustomerDay: sum }) => ({
          refusal: customersDay,
          sum,
        })),
        await drainSigned(attacker, 'for the others', others, ({ perHour, perCustomerDay }) => ({
          refusal: hour,
          sum: perHour - perCustomerDay,
        })),
      ];
    },
  },
  {
    name: 'everything within the next hour',
    async run(signer, attacker) {
      await signer.pass(nextHourMs);
      return [
        ...(await drainAll(attacker, 'for the same customer', [customer], ({ perCustomerDay, perHour }) => ({
          refusal: customersDay,
          sum: perCustomerDay - perHour,
        }))),
        ...(await drainAll(attacker, 'for invented customers', invented, ({ perCustomerDay, perHour }) => ({
          refusal: hour,
          sum: perHour - (perCustomerDay - perHour),
        }))),
        await drainSigned(attacker, 'for the others', others, ({ perHour: sum }) => ({ refusal: hour, sum })),
      ];
    },
  },
  {
    name: 'everything within the hour after it',
    async run(signer, attacker) {
      await signer.pass(nextHourMs);
      return [
        ...(await drainAll(attacker, 'for invented customers', invented, ({ perDay, perHour }) => ({
          refusal: day,
          sum: perDay - 2n * perHour,
        }))),
        await drainSigned(attacker, 'for the others', others, ({ perDay, perHour }) => ({
          refusal: day,
          sum: perDay - 2n * perHour,
        })),
      ];
    },
  },
];
