import { expect, test } from 'vitest';
import { createCaller, signed } from './credentials.ts';
import { NotSignedIn } from './errors.ts';
import type { WireValue } from './lossless-json.ts';

const outgoing = { method: 'POST', target: '/AP/GetOpenOrders', body: '{}' };
const key = { apiKey: 'aa11bb22cc33dd44ee55ff6600112233', secret: '0123456789abcdef0123456789abcdef' };

/** Returns answers in order, and records the requests. */
function exchange(...answers: WireValue[]) {
  const requests: unknown[] = [];
  const ask = async (name: string, payload: object) => {
    requests.push([name, payload]);
    return answers.shift();
  };
  return { requests, ask };
}
const noRequest = () => Promise.reject(new Error('no request expected'));

test('the signature matches the example in the documentation', async () => {
  const body = '{"InstrumentId":1,"Side":0,"OrderType":1,"Value":"150.25"}';
  const request = { method: 'POST', target: '/AP/SendOrder', body };
  const at = { timestamp: '1700000000000', nonce: 'b5a1c2d3e4f5' };
  expect(await signed(key, request, at)).toEqual({
    apiKey: key.apiKey,
    ...at,
    signature: '694113e55b82273b9a371a1f4be3ea10d95c2aaaa20cfdff1d70bc5d8983085d',
  });
});

test('no two requests of a program have the same signature', async () => {
  const caller = createCaller(key, noRequest);
  const [first, second] = [await caller.buildHeaders(outgoing), await caller.buildHeaders(outgoing)];
  expect(first['X-Salar-Signature']).not.toBe(second['X-Salar-Signature']);
  expect(first['X-Salar-Nonce']).toMatch(/^[A-Za-z0-9_-]{8,64}$/);
  expect(first['X-Salar-Timestamp']).toMatch(/^\d{13}$/);
});

test('a session is sent as given, and without credentials nothing is sent', async () => {
  const session = createCaller({ sessionToken: 't' }, noRequest);
  expect(await session.buildHeaders(outgoing)).toEqual({ aptoken: 't' });
  expect(await session.signIn()).toEqual({ SessionToken: 't' });
  expect(session.renew()).toBe(false);
  const anonymous = createCaller(undefined, noRequest);
  expect(await anonymous.buildHeaders(outgoing)).toEqual({});
  expect(await anonymous.signIn()).toBeNull();
  expect(anonymous.renew()).toBe(false);
});

test('a customer signs in once for all calls, and again when the session has ended', async () => {
  const { requests, ask } = exchange({ SessionToken: 'first' }, { SessionToken: 'second' });
  const caller = createCaller({ userName: 'maria', password: 'p' }, ask);
  expect(await Promise.all([caller.buildHeaders(outgoing), caller.signIn()])).toEqual([
    { aptoken: 'first' },
    { SessionToken: 'first' },
  ]);
  expect(requests).toEqual([['AuthenticateUser', { UserName: 'maria', Password: 'p' }]]);
  expect(caller.renew()).toBe(true);
  expect(await caller.buildHeaders(outgoing)).toEqual({ aptoken: 'second' });
});

test('the code of a second factor is requested', async () => {
  const pending = { Authenticated: true, Requires2FA: true, Pending2FaToken: 'p2' };
  const { requests, ask } = exchange(pending, { Authenticated: true, SessionToken: 't' });
  const caller = createCaller({ userName: 'maria', password: 'p', code: () => '123456' }, ask);
  expect(await caller.buildHeaders(outgoing)).toEqual({ aptoken: 't' });
  expect(requests[1]).toEqual(['Authenticate2FA', { Code: '123456', Pending2FaToken: 'p2' }]);
  const without = createCaller({ userName: 'maria', password: 'p' }, exchange(pending).ask);
  await expect(without.buildHeaders(outgoing)).rejects.toThrow(NotSignedIn);
});

test('a refused sign-in reports the reason, and the next call tries again', async () => {
  const wrong = { Authenticated: false, errormsg: 'Invalid username or password' };
  const { ask } = exchange(wrong, { SessionToken: 't' });
  const caller = createCaller({ userName: 'maria', password: 'p' }, ask);
  await expect(caller.buildHeaders(outgoing)).rejects.toThrow('Invalid username or password');
  expect(await caller.buildHeaders(outgoing)).toEqual({ aptoken: 't' });
});
