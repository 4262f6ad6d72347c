import { createMemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startFirstCall } from '../api/testing/first-answer.ts';
import { signedInStore, useFakeExchange } from '../api/testing/render-page.tsx';
import { waitForFirstPage } from './first-page.ts';

useFakeExchange();
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  delete window.salarFirstAnswers;
  vi.useRealTimers();
});

test("the wait for the first page's code is unlimited", async () => {
  let arrive = () => undefined as void;
  const code = new Promise<object>((resolve) => (arrive = () => resolve({ Component: () => null })));
  const router = createMemoryRouter([{ path: '/', lazy: () => code }]);
  const isReady = watched(waitForFirstPage(router, signedInStore()));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(isReady()).toBe(false);
  arrive();
  await vi.advanceTimersByTimeAsync(0);
  expect(router.state.initialized).toBe(true);
  expect(isReady()).toBe(true);
});

test('the wait for answers ends after a fifth of a second', async () => {
  startFirstCall({});
  const router = createMemoryRouter([{ path: '/', Component: () => null }]);
  const isReady = watched(waitForFirstPage(router, signedInStore()));
  await vi.advanceTimersByTimeAsync(199);
  expect(isReady()).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(isReady()).toBe(true);
});

function watched(promise: Promise<unknown>): () => boolean {
  let isOver = false;
  void promise.then(() => (isOver = true));
  return () => isOver;
}
