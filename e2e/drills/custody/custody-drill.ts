/**
 * The custody drill: a compromised exchange tries everything that it can ask of the signer, and gets no more than the
 * automatic caps of an hour, or of a day when it waits for its addresses to be old; each refusal is an alert.
 */
import { AttackedSigner } from './attacked-signer.ts';
import { Attacker } from './attacker.ts';
import { attempts } from './attempts.ts';
import type { Attempt, Step } from './attempt.ts';
import { reportLoot } from './report-loot.ts';

export async function runCustodyDrill(): Promise<{ passed: number; failed: number }> {
  const results: boolean[] = [];
  const signer = await AttackedSigner.start();
  const attacker = new Attacker(signer);
  try {
    for (const attempt of attempts) results.push(...(await runAttempt(attempt, signer, attacker)));
    results.push(...reportLoot(attacker.taken));
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
