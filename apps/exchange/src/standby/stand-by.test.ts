import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { silentLog } from '@salar/services/ports/log';
import type { Database } from '@salar/store';
import { expect, test } from 'vitest';
import { readConfig } from '../settings/config.ts';
import { ShutdownSteps } from '../lifecycle/shutdown.ts';
import type { StartOptions } from '../lifecycle/start-options.ts';
import type { LeaderSlot } from './leader-slot.ts';
import { runStandby } from './stand-by.ts';

const database = {} as Database; // only passed on
const away = Object.assign(new Error('nobody listens'), { code: 'ECONNREFUSED' });

test('a standby retries until it has taken the slot, while the database is unavailable and while others are faster', async () => {
  const answers = [
    () => Promise.reject(away),
    () => Promise.resolve(null),
    () => Promise.resolve({ database }),
  ];
  let looks = 0;
  const slot: LeaderSlot = {
    open: () => Promise.reject(away),
    isEmpty: () => ++looks % 2 === 0,
    take: () => (answers.shift() ?? (() => Promise.resolve(null)))(),
  };
  const promoted = await runStandby(await options(), slot, new AbortController().signal);
  expect(promoted?.database).toBe(database);
  expect(answers).toEqual([]);
  expect(looks).toBe(6);
  await promoted?.server.close();
});

test('a standby ends when it is aborted, and on any failure except an unavailable database', async () => {
  const stop = new AbortController();
  const full: LeaderSlot = {
    open: () => Promise.resolve(null),
    isEmpty: () => false,
    take: () => Promise.resolve(null),
  };
  const first = await options();
  const standing = runStandby(first, full, stop.signal);
  stop.abort();
  expect(await standing).toBeNull();
  await first.stops.stopAll(silentLog);
  const second = await options();
  const broken: LeaderSlot = { ...full, open: () => Promise.reject(new Error('the journal is damaged')) };
  await expect(runStandby(second, broken, new AbortController().signal)).rejects.toThrow(
    'the journal is damaged',
  );
  await second.stops.stopAll(silentLog);
});

async function options(): Promise<StartOptions> {
  const config = readConfig({ SALAR_PORT: String(await freePort()) });
  const log = silentLog as StartOptions['log'];
  return {
    config,
    laptop: null,
    log,
    print: () => undefined,
    alerts: { list: () => [] },
    stops: new ShutdownSteps(),
    onFatal: () => undefined,
  };
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
