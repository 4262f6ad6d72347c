/**
 * The database in the custody drill: an attacker with every right in PostgreSQL, and nothing else, changes the rows of a running
 * exchange. Printed: what each attempt got, and whether an alert reports it. Its own signer is not among them: the exchange takes the
 * signer's address and certificate from a file, and nothing of them from the database.
 */
import { formatAmount } from '@salar/protocol';
import { AttackedDatabase } from './attacked-database.ts';
import { databaseAttempts } from './database-attempts.ts';
import type { DatabaseAttempt } from './database-attempts.ts';

export async function runDatabaseDrill(): Promise<{ passed: number; failed: number }> {
  console.log('\nthe database, as its owner');
  const attacked = await AttackedDatabase.start();
  const results: boolean[] = [];
  try {
    for (const attempt of databaseAttempts) results.push(await runAttempt(attempt, attacked));
    const stolen = await attacked.sumStolen();
    console.log(`  ${stolen === 0n ? 'ok  ' : 'FAIL'} its addresses have ${formatAmount(stolen, 18)} ETH`);
    results.push(stolen === 0n);
  } finally {
    await attacked.end();
  }
  const passed = results.filter(Boolean).length;
  return { passed, failed: results.length - passed };
}

async function runAttempt(attempt: DatabaseAttempt, attacked: AttackedDatabase): Promise<boolean> {
  const { tries, expected, alert } = attempt;
  const since = attacked.log.length;
  const got = await attempt.run(attacked).catch((error: unknown) => `failed: ${String(error)}`);
  const isAlerted = alert === null || attacked.log.slice(since).includes(alert);
  const wanted = got === expected ? '' : `, expected ${expected}`;
  const noticed = alert === null ? '' : isAlerted ? `, alert "${alert}"` : `, NO ALERT "${alert}"`;
  const isHeld = got === expected && isAlerted;
  console.log(`  ${isHeld ? 'ok  ' : 'FAIL'} ${tries}: ${got}${wanted}${noticed}`);
  return isHeld;
}
