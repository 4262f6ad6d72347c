import { silentLog } from '@salar/services/ports/log';
import { expect, test } from 'vitest';
import { OutageLog } from './outage-log.ts';

test('each call is logged once a second, with how many were not', () => {
  const lines: unknown[] = [];
  const log = new OutageLog({ ...silentLog, warn: (fields: unknown) => void lines.push(fields) });
  const error = new Error('the queue is full');
  for (let at = 0; at < 1000; at += 1) log.record('AuthenticateUser', error, at);
  log.record('RegisterUser', error, 999);
  log.record('AuthenticateUser', error, 1000);
  const text = 'Error: the queue is full';
  expect(lines).toEqual([
    { call: 'AuthenticateUser', error: text },
    { call: 'RegisterUser', error: text },
    { call: 'AuthenticateUser', error: text, unlogged: 999 },
  ]);
});
