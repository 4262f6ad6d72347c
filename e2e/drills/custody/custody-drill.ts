/**
 * The custody drill: a compromised exchange tries everything that it can ask of the signer, and gets no more than the
 * automatic caps of an hour; each refusal is an alert.
 */
import { formatAmount } from '@salar/protocol';
import { AttackedSigner } from './attacked-signer.ts';
import { Attacker } from './attacker.ts';
import { attempts } from './attempts.ts';
import type { Attempt, Step } from './attempt.ts';
import { chains, policy, products } from './drill-policy.ts';

export async function runCustodyDrill(): Promise<{ passed: number; failed: number }> {
  const results: boolean[] = [];
  const signer = await AttackedSigner.start();
  const attacker = new Attacker(signer);
  try {
    for (const attempt of attempts) results.push(...(await runAttempt(attempt, signer, attacker)));
    results.push(...reportLoot(attacker));
  } finally {
    attacker.client.close();
    await signer.end();
  }
  const passed = results.filter(Boolean).length;
  return { passed, failed: results.length - passed };
}

async function runAttempt(
  attempt: Attempt,
  signer: AttackedSigner,
  attacker: Attacker,
): Promise<readonly boolean[]> {
  console.log(`\n${attempt.name}`);
  const since = signer.lines.length;
  const results: boolean[] = [];
  for (const step of await attempt.run(signer, attacker)) {
    const isAlerted = !('alert' in step) || (await signer.hasAlerted(step.alert, since));
    const isAsPromised = step.outcome === step.expected;
    console.log(`  ${isAsPromised && isAlerted ? 'ok  ' : 'FAIL'} ${describe(step, isAlerted)}`);
    results.push(isAsPromised && isAlerted);
  }
  return results;
}

function describe(step: Step, isAlerted: boolean): string {
  const { tries, outcome, expected } = step;
  const wanted = outcome === expected ? '' : `, expected ${expected}`;
  if (!('alert' in step)) return `${tries}: ${outcome}${wanted}, no alert: ${step.unreported}`;
  return `${tries}: ${outcome}${wanted}${isAlerted ? ', alert' : ', NO ALERT'}`;
}

/** Compares everything that was signed with what the caps allow an attacker's addresses. */
function reportLoot(attacker: Attacker): readonly boolean[] {
  console.log('\nwhat it got, and what the caps allow');
  const units = {
    [products.eth]: ['ETH', 18],
    [products.btc]: ['BTC', 8],
    [products.usdt]: ['USDT', 6],
  } as const;
  const networkNames = Object.entries(chains);
  const nameOf = (chainId: number) => networkNames.find(([, id]) => id === chainId)?.[0] ?? String(chainId);
  const paid = policy.caps.map(({ chainId, productId, newReceivers }) => {
    const [symbol, decimals] = units[productId] ?? ['', 0];
    return {
      what: `${symbol} on ${nameOf(chainId)}`,
      decimals,
      got: attacker.sumTaken(chainId, productId),
      most: newReceivers?.perDay ?? 0n,
    };
  });
  const coinDecimals = { evm: 18, bitcoin: 8, tron: 6 } as const;
  const burnt = policy.networks.map(({ family, chainId, paymentFees }) => ({
    what: `fees on ${nameOf(chainId)}, in its coin`,
    decimals: coinDecimals[family],
    got: attacker.sumBurnt(chainId),
    most: paymentFees.perHour,
  }));
  return [...paid, ...burnt].map(({ what, decimals, got, most }) => {
    const isWithin = got <= most && got > 0n;
    console.log(
      `  ${isWithin ? 'ok  ' : 'FAIL'} ${what}: ${formatAmount(got, decimals)} of ${formatAmount(most, decimals)}`,
    );
    return isWithin;
  });
}
