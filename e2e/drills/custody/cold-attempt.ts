/** Cold storage: what leaves the hot wallet for it goes to the address of the policy, the party that asks. */
import type { MoveRequest } from '@salar/services';
import { parseTransaction } from 'viem';
import type { Hex } from 'viem';
import { isAllowed } from './attempt.ts';
import type { Attempt, Step } from './attempt.ts';
import { loot } from './attacker.ts';
import type { Attacker } from './attacker.ts';
import { chains, coldAddress, products } from './drill-policy.ts';

const ether = 10n ** 18n;

/** Requests a move to cold storage that names an address of the attacker as such. */
export async function moveToCold(attacker: Attacker, tries: string, nonce: number): Promise<Step> {
  const own = loot[chains.ethereum];
  const request = {
    kind: 'cold',
    chainId: chains.ethereum,
    productId: products.eth,
    amount: ether,
    plan: { family: 'evm', nonce, feeMax: 10n ** 9n, feePriority: 1n },
    receiver: own,
    coldAddress: own,
  };
  const moved = await attacker.client.move(request as unknown as MoveRequest);
  const target = moved.ok ? parseTransaction(moved.value.raw as Hex).to : moved.refusal;
  const outcome = target === coldAddress.toLowerCase() ? 'goes to cold storage' : String(target);
  return { tries, outcome, expected: 'goes to cold storage', unreported: isAllowed };
}

export const coldAttempt: Attempt = {
  name: 'cold storage',
  run: async (_, attacker) => [
    await moveToCold(attacker, 'a move to cold storage that names its own address', 200_000),
  ],
};
