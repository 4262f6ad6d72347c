import { accept } from '@salar/protocol';
import { shape } from '@salar/protocol/wire';
import type { CustomerServices } from '@salar/services/compose/customer-services';
import { silentLog } from '@salar/services/ports/log';
import { noOrigin } from '@salar/services/ports/request-origin';
import { expect, test } from 'vitest';
import { CallDispatcher } from './call-dispatcher.ts';
import type { DispatchResult } from './call-dispatcher.ts';
import { publicCall } from './call.ts';
import type { Call, RateClass, IncomingRequest } from './call.ts';
import { productionLimits, RateLimiter } from './guard/rate-limits.ts';
import type { RateLimitStatus } from './guard/rate-limits.ts';
import { RefusalCounts } from './guard/refusal-counts.ts';

const request = {
  ip: '203.0.113.9',
  token: null,
  origin: noOrigin,
  header: () => undefined,
  keepDevice: () => undefined,
};
const refusals = new RefusalCounts(silentLog);
const noFields = { read: () => accept({}), text: null };
const dispatch = (dispatcher: CallDispatcher, call: Call, more: Partial<IncomingRequest> = {}) =>
  new Promise<DispatchResult>((resolve) =>
    dispatcher.dispatch(call, { ...request, ...more }, noFields, resolve),
  );

test('the number of waiting calls is limited, except for orders and cancels; the next call gets a retry time', async () => {
  const services = { now: () => 0 } as unknown as CustomerServices;
  const dispatcher = new CallDispatcher({ services, limiter: null, refusals, log: silentLog, waitingMax: 2 });
  let finish: () => void = () => undefined;
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const createCall = (rate: RateClass) =>
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
  const slow = createCall('read');
  const first = dispatch(dispatcher, slow);
  const second = dispatch(dispatcher, slow);
  expect(await dispatch(dispatcher, slow)).toEqual({ tryLater: 'outage', seconds: 1 });
  const cancel = dispatch(dispatcher, createCall('cancels'));
  finish();
  const answer = { status: 200, body: '{}' };
  expect(await Promise.all([first, second, cancel])).toEqual([answer, answer, answer]);
  expect(await dispatch(dispatcher, slow)).toMatchObject({ status: 200 });
});

test('M1 a caller is charged to the bucket of its address, then to its own, whose status is reported', async () => {
  const user = { userId: 17 };
  const sessionBy = (token: string) => ({ user, key: token === 'key' ? { apiKey: 'aa11' } : null });
  const services = {
    now: () => 0,
    access: { sessions: { resolve: sessionBy, isInMemory: () => true } },
  } as unknown as CustomerServices;
  const dispatcher = new CallDispatcher({
    services,
    limiter: new RateLimiter(productionLimits),
    refusals,
    log: silentLog,
  });
  const signIn = { ...quick('sign-in'), session: 'begins', socketRate: 'socket-sign-in' } as const;
  const readLimit = async (call: Call, more: Partial<IncomingRequest>) => {
    let standing: RateLimitStatus | null = null;
    const reportRateLimit = (now: RateLimitStatus) => {
      standing = now;
    };
    await dispatch(dispatcher, call, { ...more, reportRateLimit });
    return standing;
  };
  expect(await readLimit(quick('read'), {})).toMatchObject({ limit: 100, remaining: 99 });
  expect(await readLimit(quick('read'), { token: 'person' })).toMatchObject({ limit: 60, remaining: 59 });
  expect(await readLimit(quick('read'), { token: 'key' })).toMatchObject({ limit: 60, remaining: 59 });
  expect(await readLimit(quick('read'), { token: 'key' })).toMatchObject({ limit: 60, remaining: 58 });
  expect(await readLimit(quick('read'), {})).toMatchObject({ limit: 100, remaining: 95 });
  expect(await readLimit(signIn, {})).toMatchObject({ limit: 10, remaining: 9 });
  expect(await readLimit(signIn, { isSocket: true })).toMatchObject({ limit: 50, remaining: 49 });
});

test('look-ups of guessed tokens on orders are limited, as on other calls', async () => {
  let lookUps = 0;
  let finish: () => void = () => undefined;
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const resolveToken = async () => {
    lookUps += 1;
    await finished;
    return null;
  };
  const services = {
    now: () => 0,
    access: { sessions: { resolve: resolveToken, isInMemory: (token: string) => token === 'known' } },
  } as unknown as CustomerServices;
  const limiter = new RateLimiter(productionLimits, { perSecond: 1, burst: 3 });
  const dispatcher = new CallDispatcher({ services, limiter, refusals, log: silentLog, waitingMax: 2 });
  const guess = (ip: string) => dispatch(dispatcher, quick('orders'), { ip, token: 'guessed' });
  const first = [guess('203.0.113.9'), guess('203.0.113.9')];
  expect(await guess('203.0.113.9')).toEqual({ tryLater: 'outage', seconds: 1 });
  expect(await guess('203.0.113.9')).toEqual({ tryLater: 'rate', seconds: 1 });
  expect(lookUps).toBe(2);
  finish();
  const answer = { status: 200, body: '{}' };
  expect(await Promise.all(first)).toEqual([answer, answer]);
  expect(await guess('203.0.113.10')).toMatchObject({ status: 200 });
  expect(await dispatch(dispatcher, quick('orders'), { token: 'known' })).toMatchObject({ status: 200 });
});

function quick(rate: RateClass): Call {
  const run = async () => ({});
  const example = { input: {}, output: {} };
  return publicCall({ name: 'Quick', input: {}, output: shape.object({}), rate, about: '', example, run });
}
