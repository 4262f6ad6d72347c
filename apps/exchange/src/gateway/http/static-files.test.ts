import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { StaticFiles } from './static-files.ts';

const directory = mkdtempSync(join(tmpdir(), 'salar-static-'));
const script = 'console.log("salar");\n'.repeat(200);
mkdirSync(join(directory, 'assets'));
writeFileSync(join(directory, 'index.html'), '<!doctype html>');
writeFileSync(join(directory, 'csp.json'), '{"styleHashes":[]}');
writeFileSync(join(directory, 'manifest.es.webmanifest'), '{"name":"Salar"}');
writeFileSync(join(directory, 'service-worker.js'), 'self.skipWaiting();');
writeFileSync(join(directory, 'mark.svg'), '<svg/>');
writeFileSync(join(directory, 'assets', 'main-Ab12_-xY.js'), script);
writeFileSync(join(directory, 'assets', 'made-Ab12_-xY.js'), script);
writeFileSync(join(directory, 'assets', 'made-Ab12_-xY.js.br'), 'as the build made it');
afterAll(() => rmSync(directory, { recursive: true }));
const files = new StaticFiles(directory);

test('a hashed asset is cached for a year and sent compressed to clients that accept it', async () => {
  const answer = await files.find('/assets/main-Ab12_-xY.js', { acceptEncoding: 'gzip, br' });
  expect(answer?.headers).toMatchObject({
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  expect(brotliDecompressSync(answer?.body ?? Buffer.alloc(0)).toString()).toBe(script);
});

test('files that the build compressed are sent unchanged, and have no address of their own', async () => {
  const path = '/assets/made-Ab12_-xY.js';
  const answer = await files.find(path, { acceptEncoding: 'gzip, br' });
  expect(answer?.headers['content-encoding']).toBe('br');
  expect(answer?.body.toString()).toBe('as the build made it');
  expect((await files.find(path, {}))?.body.toString()).toBe(script);
  const zipped = await files.find(path, { acceptEncoding: 'gzip' });
  expect(gunzipSync(zipped?.body ?? Buffer.alloc(0)).toString()).toBe(script);
  expect(await files.find(`${path}.br`, {})).toBeNull();
});

test('a page is revalidated each time, and not sent again when unchanged', async () => {
  const first = await files.find('/index.html', {});
  expect(first?.headers['cache-control']).toBe('no-cache');
  expect(await files.find('/index.html', { ifNoneMatch: first?.headers['etag'] })).toMatchObject({
    status: 304,
  });
});

test('the manifest and the worker have their types, and are never older than the build', async () => {
  const [manifest, worker] = await Promise.all(
    ['/manifest.es.webmanifest', '/service-worker.js'].map((path) => files.find(path, {})),
  );
  expect(manifest?.headers).toMatchObject({
    'content-type': 'application/manifest+json',
    'cache-control': 'no-cache',
  });
  expect(worker?.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'no-cache',
  });
});

test.each([
  ['/mark.svg', 'image/svg+xml; charset=utf-8'],
  ['/index.html', 'text/html; charset=utf-8'],
  ['/service-worker.js', 'text/javascript; charset=utf-8'],
])('%s names its character set', async (path, type) => {
  expect((await files.find(path, {}))?.headers['content-type']).toBe(type);
});

test('nothing but the listed files is served', async () => {
  for (const path of [
    '/csp.json',
    '/../package.json',
    '/assets/../index.html',
    '/assets',
    '//index.html',
    '',
  ])
    expect(await files.find(path, {})).toBeNull();
  expect(new StaticFiles(join(directory, 'absent')).size).toBe(0);
});
