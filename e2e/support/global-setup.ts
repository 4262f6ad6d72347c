/** One exchange for all journeys; its address reaches them through the environment. */
import { startServer } from './server.ts';

export default async function globalSetup(): Promise<() => Promise<void>> {
  const existing = process.env['SALAR_E2E_URL'];
  if (existing !== undefined) return async () => undefined;
  const server = await startServer({ env: { SALAR_LOCAL_AUTO_REVIEW: 'off' } });
  process.env['SALAR_E2E_URL'] = server.url;
  return async () => {
    await server.stop();
  };
}
