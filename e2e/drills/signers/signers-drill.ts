/**
 * The drill of the two signers: the exchange's own payment code, on PostgreSQL and its journal, pays withdrawals on three network
 * families while it, the leader and the follower are killed at each step of a payment and the lead changes. No ticket may be paid
 * twice, no cap exceeded; on the chains each receiver has exactly what its ticket says, and the books equal the wallets.
 */
import { checkFamily, show } from './check-family.ts';
import { paymentSteps } from './exchange-steps.ts';
import { countKills, victims } from './kill-plan.ts';
import { SignersRun } from './signers-run.ts';

/** @param count  payments of each family */
export async function runSignersDrill(count: number): Promise<{ passed: number; failed: number }> {
  console.log(`\ntwo signers, ${count} payments of each family`);
  const startedAt = Date.now();
  const measure = () => Math.round((Date.now() - startedAt) / 1000);
  const run = await SignersRun.start(count);
  try {
    const areEqual = await run.run();
    const { exchange, kills } = run;
    for (const victim of victims) {
      const counts = paymentSteps.map((step) => `${step} ${sumOf(kills, `${victim} ${step} `)}`);
      console.log(`  kills of the ${victim} when a payment was: ${counts.join(', ')}`);
    }
    console.log(`  the follower took over the lead ${run.changes} times`);
    console.log(`  requests that no signer answered: ${exchange.unanswered}; seconds: ${measure()}`);
    const done = [...kills.values()].reduce((sum, times) => sum + times, 0);
    const results = [
      show(
        done === countKills(count),
        `${done} kills of ${countKills(count)}, of ${kills.size} combinations of process, step and network family`,
      ),
      show(areEqual, 'both signers have the same record'),
      show(
        exchange.alerts.size === 0,
        `the exchange raised ${exchange.alerts.size} alerts ${[...exchange.alerts].join(', ')}`,
      ),
    ];
    for (const record of await run.readRecords()) results.push(...checkFamily(record, count));
    console.log(`  seconds with the comparison of the chains: ${measure()}`);
    const passed = results.filter(Boolean).length;
    return { passed, failed: results.length - passed };
  } finally {
    await run.end();
  }
}

function sumOf(kills: ReadonlyMap<string, number>, prefix: string): number {
  return [...kills].reduce((sum, [name, times]) => (name.startsWith(prefix) ? sum + times : sum), 0);
}
