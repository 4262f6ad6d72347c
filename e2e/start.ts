/**
 * Starts the exchange, signs in, places and cancels an order, and stops it: what a version of Node has to be able to do.
 *
 *   npx tsx e2e/start.ts     on the Node that runs it; `npm run test:runtimes` runs it on the other one
 *
 * Fails when a step fails, when the exchange does not end in order, and when Node reports the use of something deprecated.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { signInCustomer } from './support/customers.ts';
import { launchServer } from './support/server.ts';

const startedAt = Date.now();
const server = await launchServer();
const problems: string[] = [];
try {
  await server.ready();
  const { api, accountId } = await signInCustomer(server.url, {
    userName: 'demo',
    email: '',
    password: 'Demo-2026!',
  });
  const order = { OMSId: 1, AccountId: accountId, InstrumentId: 1, Side: 'Buy', OrderType: 'Limit' };
  const placed = await api.call('SendOrder', { ...order, Quantity: '0.001', LimitPrice: '60000' });
  const { OrderId } = placed as { OrderId?: string };
  if (OrderId === undefined) problems.push(`the order was refused: ${JSON.stringify(placed)}`);
  const canceled = await api.call('CancelOrder', { OMSId: 1, AccountId: accountId, OrderId: OrderId ?? '0' });
  if ((canceled as { result?: boolean }).result !== true)
    problems.push(`the order was not canceled: ${JSON.stringify(canceled)}`);
} catch (error) {
  problems.push(String(error));
}
const status = await server.stop();
if (status !== 0) problems.push(`the exchange ended with status ${status}:\n${server.output()}`);
const warnings = server.output().match(/^.*(?:DeprecationWarning|ExperimentalWarning).*$/gm) ?? [];
problems.push(...warnings);
if (problems.length > 0) problems.push(readFaults());
for (const problem of problems) console.error(problem);
console.log(
  `The exchange ran on Node ${process.versions.node} for ${((Date.now() - startedAt) / 1000).toFixed(1)} s: ${problems.length} problems`,
);
process.exit(problems.length === 0 ? 0 : 1);

/** Returns the errors of the exchange's log, with their stacks. */
function readFaults(): string {
  const lines = readFileSync(join(server.dataDir, 'logs/salar.log'), 'utf8').split('\n');
  return lines.filter((line) => /"level":[56]0/.test(line)).join('\n');
}
