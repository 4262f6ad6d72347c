/** Attempts to get more than the caps: single payments, fees, everything within the hour, and another policy. */
import { minor } from '@salar/protocol';
import { refused } from './attempt.ts';
import type { Attempt, Step } from './attempt.ts';
import { loot } from './attacker.ts';
import type { Attacker } from './attacker.ts';
import { moveToCold } from './cold-attempt.ts';
import { chains, passkeyRules, policy, products } from './drill-policy.ts';
import type { DrillCaps } from './drill-policy.ts';

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

/** Requests the largest payments until the signer refuses, then ever smaller ones, down to one unit. */
async function drain(attacker: Attacker, { chainId, productId, perTransaction }: DrillCaps): Promise<Step> {
  const smallest = chainId === chains.bitcoin ? 546n : 1n;
  let outcome = '';
  for (let net: bigint = perTransaction; net >= smallest; net /= 10n) {
    outcome = 'signed';
    for (let count = 0; outcome === 'signed' && count < 20; count += 1)
      outcome = await attacker.request(attacker.forge({ chainId, productId, net }));
  }
  const full: readonly string[] = ['new_receivers_cap_exceeded', 'fee_cap_exceeded'];
  return {
    tries: `everything on ${chainId}, product ${productId}`,
    outcome: full.includes(outcome) ? 'stopped by a cap' : outcome,
    expected: 'stopped by a cap',
    alert: `refused sign: ${outcome}`,
  };
}

export const everything: Attempt = {
  name: 'as much as it can within the hour',
  async run(_, attacker) {
    const steps: Step[] = [];
    for (const caps of policy.caps) steps.push(await drain(attacker, caps));
    return steps;
  },
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
    for (const caps of policy.caps) steps.push(await drain(attacker, caps));
    return steps;
  },
};
