/** The local pages over injected requests: who may act, in which format they answer, and what they never do. */
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import Fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accept, refuse } from '@salar/protocol';
import { IdentitySandbox } from '../identity-sandbox/identity-sandbox.ts';
import { SealedBox } from '@salar/services/crypto/sealed-box';
import { silentLog } from '@salar/services/ports/log';
import { storeLocalMail } from '../mailbox/local-mail-table.ts';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import type { FaucetNetwork } from './faucet-network.ts';
import { addLocalPages } from './local-pages.ts';
import type { LocalPagesOptions } from './local-pages-options.ts';

let db: TestDatabase;
let app: FastifyInstance;
let options: LocalPagesOptions;
const sent: object[] = [];

const ethereum: FaucetNetwork = {
  name: 'Ethereum (local)',
  aliases: ['WSAccountProvider_Ethereum'],
  chainId: 31337,
  rpcUrl: 'http://127.0.0.1:1',
  contracts: { USDT: '0x1' },
  products: ['ETH', 'USDT'],
  mine: async () => undefined,
  faucet: async (request) => {
    if (request.product === 'BTC') return refuse('product_unknown');
    sent.push(request);
    return accept({ txId: '0xabc' });
  },
};

beforeAll(async () => {
  db = await openTestDatabase();
  options = {
    profile: 'local',
    database: db.database,
    networks: () => [ethereum],
    identity: new IdentitySandbox({
      database: db.database,
      box: new SealedBox(randomBytes(32)),
      widgetPath: '/local/identity/widget',
      autoReview: false,
      log: silentLog,
    }),
    demoLogin: { userName: 'demo', password: 'x' },
    autoReview: false,
    hasRealMail: false,
    browserDir: fileURLToPath(new URL('../../../../dist/server/browser', import.meta.url)),
  };
  app = Fastify();
  await addLocalPages(app, options);
  await storeLocalMail(
    db.database,
    {
      messageId: 'one',
      sender: 'a',
      recipients: ['maria@example.test'],
      subject: '<script>alert(1)</script>',
      text: 'https://x.test/a',
      html: '<head></head><p>hello</p>',
      links: ['https://x.test/a'],
      receivedAt: 1,
    },
    10,
  );
});
afterAll(async () => {
  await app.close();
  await db.close();
});

test('the overview names the simulated customers, shows how much they trade and how to switch them off', async () => {
  const without = await app.inject('/local');
  expect(without.body).not.toContain('Simulated customers');
  const lively = Fastify();
  const status = { names: ['sim-ana', 'sim-bruno'], since: Date.now() - 120_000, orders: 64, trades: 50 };
  await addLocalPages(lively, { ...options, simulatedCustomers: () => status });
  const { body } = await lively.inject('/local');
  await lively.close();
  expect(body).toContain('Simulated customers');
  expect(body).toContain('sim-ana, sim-bruno trade by the ordinary API');
  expect(body).toContain('32 of their orders and 25 trades a minute');
  expect(body).toContain('SALAR_SIMULATED_CUSTOMERS=off');
});

test('production refuses the local pages', async () => {
  await expect(addLocalPages(Fastify(), { ...options, profile: 'production' })).rejects.toThrow(
    'local profile only',
  );
});

test.each(['/local', '/local/mailbox', '/local/faucet', '/local/reviewer', '/local/identity/widget'])(
  '%s is a page under a policy without inline code',
  async (url) => {
    const page = await app.inject({ url });
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-security-policy']).toContain("script-src 'self';");
    expect(page.headers['content-security-policy']).not.toContain('unsafe-inline');
    expect(page.headers['content-security-policy']).toContain(
      "require-trusted-types-for 'script'; trusted-types 'none'",
    );
    expect(page.body).not.toMatch(/<script(?! src)|\son\w+=|style="/);
    const framing = url.endsWith('widget') ? "frame-ancestors 'self'" : "frame-ancestors 'none'";
    expect(page.headers['content-security-policy']).toContain(framing);
  },
);

test('the overview guides a newcomer from the account to the first swap, in this order', async () => {
  const page = await app.inject({ url: '/local' });
  const path = page.body.slice(page.body.indexOf('Or begin as a newcomer'));
  const order = [
    '/signup',
    '/local/mailbox',
    '/settings/verification',
    '/ramping/deposit',
    '/local/faucet',
    '/swap',
  ];
  const found = [...path.matchAll(/<li><a href="([^"]+)"/g)].map(([, href]) => href);
  expect(found.slice(0, order.length)).toEqual(order);
  expect(page.body).toContain('<code>demo</code>');
});

test('the content of a mail stays text on the page', async () => {
  const page = await app.inject({ url: '/local/mailbox' });
  expect(page.body).not.toContain('<script>alert');
  expect(page.body).toContain('&#60;script&#62;');
});

test('mail as JSON: of one address, in any case, and of no other', async () => {
  const mails = await app.inject({ url: '/local/mail?to=MARIA@example.test' });
  expect(mails.json()).toMatchObject([{ to: 'maria@example.test', links: ['https://x.test/a'] }]);
  expect((await app.inject({ url: '/local/mail?to=pedro@example.test' })).json()).toEqual([]);
});

test('the faucet accepts JSON and forms, a network by any of its names, and keeps every digit', async () => {
  const json = await app.inject({
    method: 'POST',
    url: '/local/faucet',
    headers: { 'content-type': 'application/json' },
    payload: '{"network":"Ethereum (local)","address":"0x1","product":"eth","amount":0.123456789012345678}',
  });
  expect(json.json()).toMatchObject({ result: true, txId: '0xabc' });
  expect(sent.at(-1)).toEqual({ address: '0x1', product: 'ETH', amount: '0.123456789012345678' });
  const form = await app.inject({
    method: 'POST',
    url: '/local/faucet',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'network=wsaccountprovider_ethereum&address=0x2&product=USDT&amount=5',
  });
  expect(form.body).toContain('Sent 5 USDT');
  const wrong = await app.inject({
    method: 'POST',
    url: '/local/faucet',
    payload: { network: 'Ethereum (local)', address: '0x1', product: 'BTC', amount: '1' },
  });
  expect([wrong.statusCode, wrong.json<{ result: boolean }>().result]).toEqual([400, false]);
});

test('a link prefills the faucet, and what was sent stays in the form to be sent again', async () => {
  const query = 'network=Polygon+(local)&product=USDT&address=0x2%22%3E%3Cb%3E';
  const linked = await app.inject({ url: `/local/faucet?${query}` });
  expect(linked.body).not.toContain('<b>');
  expect(linked.body).toContain('value="0x2&#34;&#62;&#60;b&#62;"');
  expect(linked.body).toContain('<option selected>USDT</option>');
  const sentForm = await app.inject({
    method: 'POST',
    url: '/local/faucet',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'network=Ethereum+(local)&address=0x2&product=USDT&amount=7.5',
  });
  expect(sentForm.body).toContain('<option selected>Ethereum (local)</option>');
  expect(sentForm.body).toContain('value="0x2"');
  expect(sentForm.body).toContain('value="7.5"');
});

test.each(['https://evil.example', 'null', 'http://localhost:1'])(
  'a page of another site (%s) cannot act here',
  async (origin) => {
    const before = sent.length;
    const answer = await app.inject({
      method: 'POST',
      url: '/local/faucet',
      headers: { origin, host: 'localhost:8080', 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'network=Ethereum+(local)&address=0x2&product=USDT&amount=5',
    });
    expect(answer.statusCode).toBe(403);
    expect(sent).toHaveLength(before);
  },
);

test('verification of an unknown customer is an error', async () => {
  const answer = await app.inject({
    method: 'POST',
    url: '/local/verification',
    payload: { userName: 'nobody', level: 1 },
  });
  expect(answer.statusCode).toBe(404);
});
