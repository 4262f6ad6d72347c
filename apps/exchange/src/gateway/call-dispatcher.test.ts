import { accept } from '@salar/protocol';
import { shape } from '@salar/protocol/wire/index';
import type { CustomerServices } from '@salar/services/compose/customer-services';
import { silentLog } from '@salar/services/ports/log';
import { noOrigin } from '@salar/services/ports/request-origin';
import { expect, test } from 'vitest';
import { CallDesk } from './call-dispatcher.ts';
import { publicCall } from './call.ts';
import type { Call, RateClass, RequestFacts } from './call.ts';
import { productionLimits, RateLimiter } from './guard/rate-limits.ts';
import type { Standing } from './guard/rate-limits.ts';

const facts = {
  ip: '203.0.113.9',
  token: null,
  origin: noOrigin,
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

test('M1 a caller pays from the bucket of its address, then from its own; what is told is its own', async () => {
  const user = { userId: 17 };
  const sessionBy = (token: string) => ({ user, key: token === 'key' ? { apiKey: 'aa11' } : null });
  const services = { now: () => 0, sessions: { resolve: sessionBy } } as unknown as CustomerServices;
  const desk = new CallDesk({ services, limiter: new RateLimiter(productionLimits), log: silentLog });
  const signIn = { ...quick('sign-in'), session: 'begins', socketRate: 'socket-sign-in' } as const;
  const told = async (call: Call, more: Partial<RequestFacts>) => {
    let standing: Standing | null = null;
    const tellStanding = (now: Standing) => {
      standing = now;
    };
    await desk.answer(call, { ...facts, ...more, tellStanding }, noFields);
    return standing;
  };
  expect(await told(quick('read'), {})).toMatchObject({ limit: 100, remaining: 99 });
  expect(await told(quick('read'), { token: 'person' })).toMatchObject({ limit: 60, remaining: 59 });
  expect(await told(quick('read'), { token: 'key' })).toMatchObject({ limit: 60, remaining: 59 });
  expect(await told(quick('read'), { token: 'key' })).toMatchObject({ limit: 60, remaining: 58 });
  expect(await told(quick('read'), {})).toMatchObject({ limit: 100, remaining: 95 });
  expect(await told(signIn, {})).toMatchObject({ limit: 10, remaining: 9 });
  expect(await told(signIn, { isSocket: true })).toMatchObject({ limit: 50, remaining: 49 });
});

function quick(rate: RateClass): Call {
  const run = async () => ({});
  const example = { input: {}, output: {} };
  return publicCall({ name: 'Quick', input: {}, output: shape.object({}), rate, about: '', example, run });
}
