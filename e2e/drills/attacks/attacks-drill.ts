/**
 * Attacks from outside on a running exchange, by somebody with an ordinary account: on others' objects, on sign-in, with API keys, by
 * amounts and races, on withdrawals, and on everything else that answers. Printed: what each of them got, which must be nothing. At
 * the end the victim and the attacker have what they had, and no request was answered with a server error.
 */
import type { Attack } from './attack.ts';
import { keyAttacks } from './key-attacks.ts';
import { numberAttacks } from './number-attacks.ts';
import { objectAttacks } from './object-attacks.ts';
import { signInAttacks } from './sign-in-attacks.ts';
import { surfaceAttacks } from './surface-attacks.ts';
import { Target } from './target.ts';
import { withdrawalAttacks } from './withdrawal-attacks.ts';

const groups: Readonly<Record<string, readonly Attack[]>> = {
  "others' objects": objectAttacks,
  'amounts, sizes and races': numberAttacks,
  withdrawals: withdrawalAttacks,
  'API keys': keyAttacks,
  'passwords, codes, links and sessions': signInAttacks,
  'everything else that answers': surfaceAttacks,
};

export async function runAttacksDrill(): Promise<{ passed: number; failed: number }> {
  const startedAt = Date.now();
  const target = await Target.start();
  const results: boolean[] = [];
  const show = (isSafe: boolean, text: string): void => {
    results.push(isSafe);
    console.log(`  ${isSafe ? 'ok  ' : 'FAIL'} ${text}`);
  };
  try {
    const { victim } = target;
    const before = await target.readMoney(victim);
    for (const [name, attacks] of Object.entries(groups)) {
      console.log(name);
      const { attacker } = target;
      const own = await target.readMoney(attacker);
      for (const attack of attacks) await runAttack(attack, target, show);
      const left = await target.readMoney(attacker);
      show(left === own, `the attacker still has ${left}`);
      await target.changeAttacker();
    }
    console.log('afterwards');
    const after = await target.readMoney(victim);
    show(after === before, `the victim has ${after}`);
    show(
      target.broken.length === 0,
      `${target.broken.length} server errors ${target.broken.slice(0, 3).join('; ')}`,
    );
    const count = Object.values(groups).flat().length;
    console.log(`  ${count} attacks; seconds: ${Math.round((Date.now() - startedAt) / 1000)}`);
  } finally {
    await target.stop();
  }
  const passed = results.filter(Boolean).length;
  return { passed, failed: results.length - passed };
}

async function runAttack(
  attack: Attack,
  target: Target,
  show: (isSafe: boolean, text: string) => void,
): Promise<void> {
  const { rule, tries } = attack;
  try {
    const { got, answer } = await attack.run(target);
    show(got === null, `${rule} ${tries}: ${got ?? 'nothing'}${answer === '' ? '' : ` (${answer})`}`);
  } catch (error) {
    show(false, `${rule} ${tries}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
