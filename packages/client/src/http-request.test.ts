import { expect, test } from 'vitest';
import { NoAnswer } from './errors.ts';
import { sendRequest } from './http-request.ts';

const request = { url: 'https://exchange.example/AP/Ping', method: 'POST', headers: {}, timeoutMs: 1000 };

/** An exchange that never answers, and tells when it was left alone. */
function silentFetch(left: string[]): typeof fetch {
  return (_url, init) =>
    new Promise((_resolve, reject) => {
      init?.signal?.addEventListener('abort', () => {
        left.push('left');
        reject(new DOMException('aborted', 'AbortError'));
      });
    });
}

test('an answer comes as it was sent', async () => {
  const fetch = () =>
    Promise.resolve(
      new Response('{"msg":"PONG"}', {
        status: 200,
        headers: { 'retry-after': '3', 'session-ends-in': '3600' },
      }),
    );
  expect(await sendRequest({ ...request, fetch })).toEqual({
    status: 200,
    text: '{"msg":"PONG"}',
    retryAfter: '3',
    sessionEndsIn: '3600',
  });
});

test('a request that is not answered in time is left, and says so', async () => {
  const left: string[] = [];
  const sent = sendRequest({ ...request, timeoutMs: 20, fetch: silentFetch(left) });
  await expect(sent).rejects.toMatchObject({ name: 'NoAnswer', wasSent: true, isLate: true });
  expect(left).toEqual(['left']);
});

test('a connection that breaks is not lateness', async () => {
  const fetch = () => Promise.reject(new TypeError('fetch failed'));
  const error = await sendRequest({ ...request, fetch }).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(NoAnswer);
  expect(error).toMatchObject({ isLate: false, message: 'No connection' });
});

test('a request that is given up fails with the reason for it', async () => {
  const left: string[] = [];
  const { signal, abort } = givenUp();
  const sent = sendRequest({ ...request, signal, fetch: silentFetch(left) });
  abort(new Error('the page is gone'));
  await expect(sent).rejects.toThrow('the page is gone');
  expect(left).toEqual(['left']);
});

test('what was given up before it was sent is not sent', async () => {
  const { signal, abort } = givenUp();
  abort(new Error('too late'));
  const fetch = () => Promise.resolve(new Response('sent'));
  await expect(sendRequest({ ...request, signal, fetch })).rejects.toThrow('too late');
});

function givenUp() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: (reason: Error) => controller.abort(reason) };
}
