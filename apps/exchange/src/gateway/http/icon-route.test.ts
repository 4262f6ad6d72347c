import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { ProductIcons } from '../../product-icons/product-icons.ts';
import { addIconRoute } from './icon-route.ts';

const app = Fastify();
addIconRoute(
  app,
  new ProductIcons({
    names: { BTC: 'cryptocurrency-color:btc' },
    directory: null,
    publicUrl: 'https://exchange.example',
  }),
);
const get = (url: string, headers = {}) => app.inject({ url, headers });

test('an icon is an SVG image that any site may show and that runs no scripts', async () => {
  const answer = await get('/icons/products/btc.svg');
  expect(answer.statusCode).toBe(200);
  expect(answer.body).toContain('<svg');
  expect(answer.headers).toMatchObject({
    'content-type': 'image/svg+xml; charset=utf-8',
    'cache-control': 'public, max-age=86400, stale-while-revalidate=604800',
    'content-security-policy': expect.stringMatching(/^default-src 'none'; .*frame-ancestors 'none'/),
    'access-control-allow-origin': '*',
  });
});

test('a browser with a cached icon gets 304', async () => {
  const { etag } = (await get('/icons/products/btc.svg')).headers;
  const answer = await get('/icons/products/btc.svg', { 'if-none-match': etag });
  expect([answer.statusCode, answer.body]).toEqual([304, '']);
});

test.each(['/icons/products/xyz.svg', '/icons/products/..%2Fpackage.json', '/icons/products/BTC'])(
  '%s is not found',
  async (url) => {
    expect((await get(url)).statusCode).toBe(404);
  },
);
