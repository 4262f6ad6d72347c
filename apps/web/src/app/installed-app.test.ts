import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { moveToNewBuild } from './installed-app.ts';

const server = setupServer();
beforeAll(() => server.listen());
afterAll(() => server.close());

beforeEach(() => {
  const entry = document.createElement('script');
  entry.type = 'module';
  entry.setAttribute('src', '/assets/index-aaaaaaaa.js');
  // Only its address matters; as a script it would be fetched.
  entry.setAttribute('data-test', '');
  document.head.append(entry);
});
afterEach(() => {
  document.querySelector('script[data-test]')?.remove();
  sessionStorage.clear();
  server.resetHandlers();
});

function exchangeRuns(entry: string) {
  const page = `<html><script src="/assets/boot-xxxxxxxx.js"></script><script type="module" crossorigin src="/assets/${entry}"></script></html>`;
  server.use(http.get('*/index.html', () => HttpResponse.html(page)));
}

test('code that is gone because of a new build reloads the page, once for that build', async () => {
  const reload = vi.fn();
  exchangeRuns('index-bbbbbbbb.js');
  await moveToNewBuild(reload);
  await moveToNewBuild(reload);
  expect(reload).toHaveBeenCalledTimes(1);
  exchangeRuns('index-cccccccc.js');
  await moveToNewBuild(reload);
  expect(reload).toHaveBeenCalledTimes(2);
});

test('code of the same build that could not be loaded, or a lost connection, does not reload the page', async () => {
  const reload = vi.fn();
  exchangeRuns('index-aaaaaaaa.js');
  await moveToNewBuild(reload);
  server.use(http.get('*/index.html', () => HttpResponse.error()));
  await moveToNewBuild(reload);
  server.use(http.get('*/index.html', () => HttpResponse.text('away', { status: 503 })));
  await moveToNewBuild(reload);
  expect(reload).not.toHaveBeenCalled();
});
