/** Attempts to get more than the caps: single payments, fees, everything within the hour, and another policy. */
import { minor, userId } from '@salar/protocol';
import { allowed, refused } from './attempt.ts';
import type { Attempt, Step } from './attempt.ts';
import { loot } from './attacker.ts';
import type { Attacker } from './attacker.ts';
import { moveToCold } from './cold-attempt.ts';
import { drain, findSmallest } from './drain.ts';
import { chains, findAsset, passkeyRules, policy, products } from './drill-policy.ts';
import type { TakenPayment } from './taken-payments.ts';

const eth = { chainId: chains.ethereum, productId: products.eth } as const;

export const tooLarge: Attempt = {
  name: 'a payment above the caps without approvals',
  async run(_, attacker) {
    const steps: Step[] = [];
    for (const { chainId, productId, perTransaction } of policy.caps) {
      const request = attacker.forge({ chainId, productId, net: perTransaction + 1n });
      steps.push(
        await refused(
          attacker,
          `one unit more than a payment may have on ${chainId}`,
          request,
          'transaction_cap_exceeded',
        ),
      );
    }
    return steps;
  },
};

export const fees: Attempt = {
  name: 'burning the hot wallet in fees',
  async run(_, attacker) {
    const feeMax = 2_000n * 10n ** 9n;
    const build = (nonce: number, fee = feeMax) =>
      attacker.forge({ ...eth, net: 1n }, { family: 'evm', nonce, feeMax: fee, feePriority: fee });
    const steps = [
      await refused(attacker, 'a fee above the limit', build(1_000, feeMax + 1n), 'fees_too_high'),
    ];
    let outcome = 'signed';
    for (let nonce = 1_000; outcome === 'signed' && nonce < 1_100; nonce += 1)
      outcome = await attacker.request(build(nonce));
    steps.push({
      tries: 'the highest fee, again and again',
      outcome,
      expected: 'fee_cap_exceeded',
      alert: 'refused sign: fee_cap_exceeded',
    });
    return steps;
  },
};

/** Pays each of its addresses once, early, so that they have an age later. */
export const firstPayments: Attempt = {
  name: 'the first payment to each of its addresses',
  async run(_, attacker) {
    const steps: Step[] = [];
    for (const { chainId, productId } of policy.caps) {
      const { network, name } = findAsset({ chainId, productId });
      const request = attacker.forge({ chainId, productId, net: findSmallest(chainId) });
      steps.push(await allowed(attacker, `${network}, the smallest payment of ${name}`, request));
    }
    return steps;
  },
};

/** Takes what the cap of new receivers leaves: its addresses are not a day old. */
export async function drainToNew(attacker: Attacker): Promise<readonly Step[]> {
  const steps: Step[] = [];
  for (const caps of policy.caps) {
    const { chainId, productId, perTransaction: largest, newReceivers } = caps;
    const isSame = (taken: TakenPayment) => taken.chainId === chainId && taken.productId === productId;
    const sum = newReceivers.perDay - attacker.taken.sumNet(isSame);
    const expected = { refusal: 'new_receivers_cap_exceeded', sum };
    const customers = [userId(1)];
    steps.push(await drain(attacker, { tries: 'everything', caps, largest, customers, expected }));
  }
  return steps;
}

export const everything: Attempt = {
  name: 'as much as it can within the hour',
  run: (_, attacker) => drainToNew(attacker),
};

export const restart: Attempt = {
  name: 'the same after the signer was killed, with a policy file that allows anything',
  async run(signer, attacker) {
    await signer.kill();
    const most = minor(10n ** 30n);
    const greedy = policy.caps.map((caps) => ({
      ...caps,
      perTransaction: most,
      perHour: most,
      perDay: most,
    }));
    const passkeys = { ...passkeyRules, ageHours: 0 };
    const networks = policy.networks.map((network) =>
      network.family === 'evm' ? { ...network, coldAddress: loot[chains.ethereum] ?? '' } : network,
    );
    signer.writePolicyFile({ networks, caps: greedy, approvals: null, passkeys });
    const since = signer.lines.length;
    await signer.launch();
    const alert = 'the policy file differs from the sealed policy';
    const steps: Step[] = [
      {
        tries: 'a policy without caps and approvers',
        outcome: (await signer.hasAlerted(alert, since)) ? 'has no effect' : 'unnoticed',
        expected: 'has no effect',
        alert,
      },
    ];
    steps.push(await moveToCold(attacker, 'a cold address of its own', 200_001));
    return [...steps, ...(await drainToNew(attacker))];
  },
};
