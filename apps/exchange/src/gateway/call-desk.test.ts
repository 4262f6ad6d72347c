import { accept } from '@salar/protocol';
import { shape } from '@salar/protocol/wire/index';
import type { CustomerServices } from '@salar/services/customer-services';
import { silentLog } from '@salar/services/ports/log';
import { nowhere } from '@salar/services/sign-in/origin';
import { expect, test } from 'vitest';
import { CallDesk } from './call-desk.ts';
import { publicCall } from './call.ts';
import type { RateClass } from './call.ts';

const facts = {
  ip: '203.0.113.9',
  token: null,
  origin: nowhere,
  header: () => undefined,
  keepDevice: () => undefined,
};
const noFields = () => accept({});

test('so many calls wait at once, orders and cancels aside, and the next one is told to come back', async () => {
  const services = { now: () => 0 } as unknown as CustomerServices;
  const desk = new CallDesk({ services, limiter: null, log: silentLog, waitingMax: 2 });
  let finish: () => void = () => undefined;
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const callOf = (rate: RateClass) =>
    publicCall({
      name: 'Slow',
      input: {},
      output: shape.object({}),
      rate,
      about: '',
      example: { input: {}, output: {} },
      run: async () => {
        await finished;
        return {};
      },
    });
  const slow = callOf('read');
  const first = desk.answer(slow, facts, noFields);
  const second = desk.answer(slow, facts, noFields);
  expect(desk.answer(slow, facts, noFields)).toEqual({ tryLater: 'outage', seconds: 1 });
  const cancel = desk.answer(callOf('cancels'), facts, noFields);
  finish();
  const answer = { status: 200, body: '{}' };
  expect(await Promise.all([first, second, cancel])).toEqual([answer, answer, answer]);
  expect(await desk.answer(slow, facts, noFields)).toMatchObject({ status: 200 });
});
