/**
 * The database in the custody drill: an attacker with every right in PostgreSQL, and nothing else, changes the rows of a running
 * exchange. Printed: what each attempt got, and whether an alert reports it.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatAmount } from '@salar/protocol';
import { chains } from '../drill-policy.ts';
import { AttackedDatabase } from './attacked-database.ts';
import type { DatabaseAttempt } from './attempt.ts';
import { bookAttempts, hiddenTheft } from './book-attempts.ts';
import { credentialAttempts } from './credential-attempts.ts';
import { bankDepositAtStart, depositAttempts } from './deposit-attempts.ts';
import { present } from './customer-acts.ts';
import { forgedAttempts } from './forged-attempts.ts';
import { forgedAttemptsAtStart } from './forged-start-attempts.ts';
import { operatorAttempts, operatorAttemptsAtStart } from './operator-attempts.ts';
import { ticketAttempts } from './ticket-attempts.ts';
import { createWatchedAttempts } from '../watched/watched-attempts.ts';

/** The caps in the policy file of the local profile's signer. */
type LocalPolicy = {
  readonly caps: readonly {
    readonly chainId: number;
    readonly perHour: string;
    readonly passkey?: { readonly symbol: string };
  }[];
};

/** Changed deposits come last: the comparison of wallets and tickets stops withdrawals then. */
const whileItRuns = [...ticketAttempts, ...operatorAttempts, ...depositAttempts];
/** Attempts that the next start would complete: all of them share one. */
const atStart = [bankDepositAtStart, ...operatorAttemptsAtStart];

export async function runDatabaseDrill(): Promise<{ passed: number; failed: number }> {
  console.log('\nthe database, as its owner');
  const attacked = await AttackedDatabase.start();
  const results: boolean[] = [];
  try {
    for (const attempt of credentialAttempts) results.push(await runAttempt(attempt, attacked));
    console.log('with the keys of the MACs');
    for (const attempt of forgedAttempts) results.push(await runAttempt(attempt, attacked));
    results.push(await reportLoot(attacked));
    console.log('without them');
    for (const attempt of whileItRuns) results.push(await runAttempt(attempt, attacked));
    const since = attacked.log.length;
    for (const attempt of [...atStart, ...forgedAttemptsAtStart]) await attempt.prepare?.(attacked);
    await attacked.startAgain();
    for (const attempt of atStart) results.push(await runAttempt(attempt, attacked, since));
    console.log('with the keys of the MACs');
    for (const attempt of forgedAttemptsAtStart) results.push(await runAttempt(attempt, attacked));
    console.log('without them');
    for (const attempt of bookAttempts) results.push(await runAttempt(attempt, attacked));
    results.push(...(await runWatchedAttempts(attacked)));
    const stolen = await attacked.sumStolen();
    console.log(`  ${stolen === 0n ? 'ok  ' : 'FAIL'} its addresses have ${formatAmount(stolen, 18)} ETH`);
    results.push(stolen === 0n);
  } finally {
    await attacked.end();
  }
  const passed = results.filter(Boolean).length;
  return { passed, failed: results.length - passed };
}

/** Runs the attempts that a watcher beside the exchange must notice, after it has seen that nothing is wrong before them. */
async function runWatchedAttempts(attacked: AttackedDatabase): Promise<readonly boolean[]> {
  const { watcher } = attacked;
  console.log('with a watcher beside it, and with the keys of the MACs');
  await watcher.start(attacked.url);
  await watcher.compared();
  const isQuiet = watcher.halts.length === 0;
  console.log(
    `  ${isQuiet ? 'ok  ' : 'FAIL'} halts of the watcher before: ${watcher.halts.join(', ') || 'none'}`,
  );
  const attempts = createWatchedAttempts(watcher);
  const since = attacked.log.length;
  await hiddenTheft.prepare?.(attacked);
  for (const attempt of attempts) await attempt.prepare?.(attacked);
  await watcher.stop();
  await attacked.startAgain();
  const results = [isQuiet, await runAttempt(hiddenTheft, attacked, since)];
  await watcher.start(attacked.url);
  for (const attempt of attempts) results.push(await runAttempt(attempt, attacked, since));
  for (const sentence of watcher.halts) console.log(`  the watcher: ${sentence}`);
  return results;
}

/** Compares what the keys of the MACs have brought with what the signer pays within an hour. */
async function reportLoot(attacked: AttackedDatabase): Promise<boolean> {
  const policy = JSON.parse(
    readFileSync(join(attacked.dataDir, 'signer', 'policy.json'), 'utf8'),
  ) as LocalPolicy;
  const cap = policy.caps.find(
    ({ chainId, passkey }) => chainId === chains.ethereum && passkey?.symbol === 'ETH',
  );
  const most = BigInt(present(cap).perHour);
  const got = await attacked.sumStolen(attacked.loot);
  const isWithin = got > 0n && got <= most;
  const amounts = `${formatAmount(got, 18)} ETH of the ${formatAmount(most, 18)} that the signer pays within an hour`;
  console.log(`  ${isWithin ? 'ok  ' : 'FAIL'} its addresses have ${amounts}`);
  return isWithin;
}

/** @param from  where the log of the attempt begins, when it began before */
async function runAttempt(
  attempt: DatabaseAttempt,
  attacked: AttackedDatabase,
  from?: number,
): Promise<boolean> {
  const { tries, expected } = attempt;
  const alert = 'alert' in attempt ? attempt : null;
  const since = from ?? attacked.await(alert);
  const got = await attempt.run(attacked).catch((error: unknown) => `failed: ${String(error)}`);
  const isAlerted = alert === null || attacked.hasLogged(alert, since);
  const wanted = got === expected ? '' : `, expected ${expected}`;
  const isHeld = got === expected && isAlerted;
  console.log(
    `  ${isHeld ? 'ok  ' : 'FAIL'} ${tries}: ${got}${wanted}, ${describeAlert(attempt, isAlerted)}`,
  );
  return isHeld;
}

function describeAlert(attempt: DatabaseAttempt, isAlerted: boolean): string {
  if (!('alert' in attempt)) return `no alert: ${attempt.unreported}`;
  return `${isAlerted ? 'alert' : 'NO ALERT'} "${attempt.alert}"`;
}
