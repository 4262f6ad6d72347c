import { expect, test } from 'vitest';
import { NoAnswer } from './errors.ts';
import { sendRequest } from './http-request.ts';

const request = { url: 'https://exchange.example/AP/Ping', method: 'POST', headers: {}, timeoutMs: 1000 };

/** An exchange that never answers, and records when a request is aborted. */
function silentFetch(left: string[]): typeof fetch {
  return (_url, init) =>
    new Promise((_resolve, reject) => {
      init?.signal?.addEventListener('abort', () => {
        left.push('left');
        reject(new DOMException('aborted', 'AbortError'));
      });
    });
}

test('an answer is returned as it was sent', async () => {
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

test('a request that is not answered in time is aborted, and the error says so', async () => {
  const left: string[] = [];
  const sent = sendRequest({ ...request, timeoutMs: 20, fetch: silentFetch(left) });
  await expect(sent).rejects.toMatchObject({ name: 'NoAnswer', wasSent: true, isLate: true });
  expect(left).toEqual(['left']);
});

test('a connection that breaks is not a timeout', async () => {
  const fetch = () => Promise.reject(new TypeError('fetch failed'));
  const error = await sendRequest({ ...request, fetch }).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(NoAnswer);
  expect(error).toMatchObject({ isLate: false, message: 'No connection' });
});

test('an aborted request fails with the reason for it', async () => {
  const left: string[] = [];
  const { signal, abort } = givenUp();
  const sent = sendRequest({ ...request, signal, fetch: silentFetch(left) });
  abort(new Error('the page is gone'));
  await expect(sent).rejects.toThrow('the page is gone');
  expect(left).toEqual(['left']);
});

test('a request that was aborted before it was sent is not sent', async () => {
  const { signal, abort } = givenUp();
  abort(new Error('too late'));
  const fetch = () => Promise.resolve(new Response('sent'));
  await expect(sendRequest({ ...request, signal, fetch })).rejects.toThrow('too late');
});

function givenUp() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: (reason: Error) => controller.abort(reason) };
}
