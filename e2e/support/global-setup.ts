/** Starts one exchange for all journeys, with two operators; the journeys find them through environment variables. */
import { startDelayingProxy } from './delaying-proxy.ts';
import { addOperator } from './operators.ts';
import { startServer } from './server.ts';

export default async function globalSetup(): Promise<() => Promise<void>> {
  const stopProxy = await startProxy();
  const existing = process.env['SALAR_E2E_URL'];
  if (existing !== undefined) return stopProxy;
  // Five million pesos are accepted without an operator, so that a level-2 customer can exceed the limit.
  const env = { SALAR_LOCAL_AUTO_REVIEW: 'off', SALAR_AUTO_ACCEPT_TICKET: '5000000' };
  const server = await startServer({ env });
  process.env['SALAR_E2E_URL'] = server.url;
  process.env['SALAR_E2E_DATA_DIR'] = server.dataDir;
  process.env['SALAR_E2E_OUTPUT'] = server.outputFile;
  const olga = await addOperator(server.dataDir, null, 'olga', 'admin');
  process.env['SALAR_E2E_OPERATOR'] = olga;
  // Not an admin: one admin alone adds operators.
  process.env['SALAR_E2E_SECOND_OPERATOR'] = await addOperator(server.dataDir, olga, 'rosa', 'risk');
  return async () => {
    await server.stop();
    await stopProxy();
  };
}

/** Delays the answers to the browsers when `SALAR_JOURNEY_DELAY_MS` is set. @returns what stops it */
async function startProxy(): Promise<() => Promise<void>> {
  const delayMs = Number(process.env['SALAR_JOURNEY_DELAY_MS'] ?? 0);
  if (delayMs === 0) return async () => undefined;
  const proxy = await startDelayingProxy(delayMs, Number(process.env['SALAR_JOURNEY_SEED'] ?? 1));
  process.env['SALAR_E2E_PROXY'] = proxy.url;
  return async () => proxy.stop();
}
