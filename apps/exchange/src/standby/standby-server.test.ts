import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { sequence } from '@salar/protocol';
import { expect, test } from 'vitest';
import { startStandbyServer } from './standby-server.ts';
import type { StandbyHealth } from './standby-server.ts';

const health: StandbyHealth = {
  sequence: sequence(42),
  comparedSequence: sequence(40),
  behindMs: 7,
  leader: { epoch: 3, holder: 'ana, process 5' },
  isTakingOver: false,
};

test('a standby reports its progress, and refuses everything else until it leads', async () => {
  const where = { host: '127.0.0.1', port: await freePort() };
  const url = `http://${where.host}:${where.port}`;
  let known: StandbyHealth | null = null;
  const server = await startStandbyServer(where, () => known);
  expect(await (await fetch(`${url}/health`)).json()).toEqual({ status: 'standby' });
  known = health;
  expect(await (await fetch(`${url}/health?x=1`)).json()).toEqual({ status: 'standby', ...health });
  for (const path of ['/health', '/ready', '/', '/%zz']) {
    const { headers } = await fetch(url + path);
    const names = ['x-content-type-options', 'content-security-policy'];
    expect(names.map((name) => headers.get(name))).toEqual(['nosniff', "frame-ancestors 'none'"]);
  }
  for (const [path, method] of [
    ['/ready', 'GET'],
    ['/AP/SendOrder', 'POST'],
    ['/', 'GET'],
    ['/%zz', 'GET'],
  ] as const) {
    const answer = await fetch(url + path, { method, ...(method === 'POST' && { body: '{"OMSId":1}' }) });
    expect([answer.status, answer.headers.get('retry-after'), await answer.text()]).toEqual([
      503,
      '1',
      'standby',
    ]);
  }
  await server.close();
  const next = await startStandbyServer(where, () => null); // the port is free at once
  await next.close();
});

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
