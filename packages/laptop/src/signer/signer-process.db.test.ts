/** The signer as its own process behind its socket; a db test because those build the server first. */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { accountId, assert, millis, minor, productId, ticketId, userId } from '@salar/protocol';
import {
  computeApproval,
  localCaps,
  localContracts,
  localProviders,
  computeTicketMac,
  findWallet,
} from '@salar/services';
import type { EvmPlan, SignRequest, TicketTerms } from '@salar/services';
import type { Log } from '@salar/services/ports/log';
import { parseTransaction } from 'viem';
import type { Hex } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTicketKeys } from '@salar/adapters/files/key-files';
import { signerSettings } from '@salar/signer/service/signer-settings';
import { startSigner } from './start-signer.ts';
import type { RunningSigner } from './start-signer.ts';

const ids = { eth: productId(2), usdt: productId(3), usdc: productId(4) };
const receiver = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const dataDir = mkdtempSync(join(tmpdir(), 'salar-signer-'));
const settings = signerSettings({
  dataDir,
  networks: localProviders(ids).networks,
  caps: localCaps(ids),
});
const alerts: string[] = [];
const log: Log = {
  info: () => undefined,
  warn: () => undefined,
  error: (_fields, message) => void alerts.push(message),
};
const options = { entry: 'dist/server/signer.js', settings, log };
let signer: RunningSigner;

beforeAll(async () => {
  signer = await startSigner(options);
});
afterAll(async () => {
  await signer.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

let nextTicket = 1;
function buildRequest(changes: Partial<TicketTerms> = {}, nonce = nextTicket): SignRequest {
  const { ticketMac } = openTicketKeys(settings.keysDir);
  const ticket: TicketTerms = {
    ticketId: ticketId(nextTicket++),
    requestCode: '6c0d3f1e-2b5a-4f7e-9a51-0d1b2c3d4e5f',
    userId: userId(1),
    accountId: accountId(1001),
    productId: ids.usdt,
    providerId: 2,
    chainId: 31337,
    destination: receiver,
    amount: minor(10_000_000n),
    fee: minor(1_000_000n),
    createdAt: millis(1_767_000_000_000),
    ...changes,
  };
  const mac = computeTicketMac(ticketMac, ticket);
  const approval = computeApproval(ticketMac, mac).toString('hex');
  return {
    ticket,
    mac: mac.toString('hex'),
    approval,
    plan: { family: 'evm', nonce, feeMax: 2_000_000_000n, feePriority: 1_000_000n },
  };
}

function withPlan(request: SignRequest, changes: Partial<EvmPlan>): SignRequest {
  assert(request.plan.family === 'evm', 'the plan is one of an EVM network');
  return { ...request, plan: { ...request.plan, ...changes } };
}

test('signs exactly the payment of a ticket', async () => {
  const answer = await signer.client.sign(buildRequest({ productId: ids.eth, amount: minor(10n ** 18n) }, 0));
  if (!answer.ok) throw new Error(answer.refusal);
  expect(parseTransaction(answer.value.raw as Hex)).toMatchObject({
    chainId: 31337,
    to: receiver.toLowerCase(),
    value: 10n ** 18n - 1_000_000n,
    maxFeePerGas: 2_000_000_000n,
  });
  const token = await signer.client.sign(buildRequest({}, 1));
  if (!token.ok) throw new Error(token.refusal);
  const signed = parseTransaction(token.value.raw as Hex);
  expect(signed).toMatchObject({ to: localContracts.usdt.toLowerCase(), nonce: 1 });
  expect(signed.data).toContain(receiver.slice(2).toLowerCase());
  expect(signed.data?.endsWith((9_000_000).toString(16))).toBe(true);
});

describe('refuses', () => {
  const changed = (change: (request: SignRequest) => SignRequest) => () => change(buildRequest());
  test.each<[string, () => SignRequest]>([
    ['request_malformed', changed((request) => withPlan(request, { nonce: -1 }))],
    ['mac_invalid', changed((request) => ({ ...request, mac: `00${request.mac.slice(2)}` }))],
    ['mac_invalid', changed((request) => ({ ...request, ticket: { ...request.ticket, fee: minor(0n) } }))],
    ['approval_invalid', changed((request) => ({ ...request, approval: request.mac }))],
    ['network_unknown', () => buildRequest({ chainId: 1 })],
    ['asset_unknown', () => buildRequest({ productId: productId(9) })],
    ['amount_invalid', () => buildRequest({ amount: minor(1n) })],
    ['destination_refused', () => buildRequest({ destination: receiver.toLowerCase() })],
    ['destination_refused', () => buildRequest({ destination: localContracts.usdc })],
    [
      'destination_refused',
      () => buildRequest({ destination: '0x0000000000000000000000000000000000000000' }),
    ],
    [
      'destination_refused',
      () => buildRequest({ destination: findWallet(signer.wallets, 'evm').hotAddress }),
    ],
    ['fees_too_high', changed((request) => withPlan(request, { feeMax: 10n ** 13n }))],
    ['nonce_taken', () => buildRequest({}, 1)],
    ['transaction_cap_exceeded', () => buildRequest({ amount: minor(600_000_000_000n) })],
  ])('with %s', async (refusal, build) => {
    expect(await signer.client.sign(build())).toEqual({ ok: false, refusal });
  });

  test('more in one hour than its cap', async () => {
    const big = { amount: minor(500_000_000_000n) };
    const answers = [];
    for (let nonce = 100; nonce < 105; nonce += 1)
      answers.push(await signer.client.sign(buildRequest(big, nonce)));
    expect(answers.filter((answer) => answer.ok)).toHaveLength(3); // together with the payments before, a fourth exceeds it
    expect(answers.at(-1)).toEqual({ ok: false, refusal: 'hourly_cap_exceeded' });
  });
});

test('is restarted when it is killed, and remembers what it signed', async () => {
  const request = buildRequest({ productId: ids.usdc, providerId: 4 }, 200);
  const first = await signer.client.sign(request);
  process.kill(signer.pid() ?? 0, 'SIGKILL');
  await expect
    .poll(() => signer.client.identity().catch(() => null), { timeout: 10_000 })
    .toEqual(signer.wallets);
  expect(alerts).toContain('the signer ended and is started again');
  expect(await signer.client.sign(request)).toEqual(first);
  expect(await signer.client.sign(withPlan(request, { nonce: 201 }))).toEqual({
    ok: false,
    refusal: 'ticket_already_signed',
  });
});

test('survives malformed input on its socket', async () => {
  const socket = connect(settings.socketPath);
  socket.write('nonsense\n{"id":1}\n"text"\n');
  const answer = await new Promise<string>((resolve) =>
    socket.once('data', (data) => resolve(data.toString())),
  );
  expect(answer).toContain('request_malformed');
  socket.destroy();
  expect(await signer.client.identity()).toEqual(signer.wallets);
});

test('keeps its secrets readable by their owner only, and out of arguments and logs', () => {
  for (const file of ['seed.json', 'passphrase', 'ticket-mac.key', 'signed.jsonl'])
    expect(statSync(join(settings.keysDir, file)).mode & 0o777).toBe(0o600);
  expect(statSync(settings.socketPath).mode & 0o777).toBe(0o600);
  expect(
    Object.keys(JSON.parse(readFileSync(join(settings.keysDir, 'seed.json'), 'utf8')) as object),
  ).toEqual(['version', 'salt', 'nonce', 'sealed', 'tag']);
});

test('reports in one sentence why it does not start', async () => {
  const otherDir = mkdtempSync(join(tmpdir(), 'salar-signer-'));
  const other = signerSettings({ dataDir: otherDir, networks: [], caps: [] });
  const first = await startSigner({ entry: options.entry, settings: other, log });
  await first.stop();
  await sleep(10);
  writeFileSync(join(other.keysDir, 'passphrase'), 'another');
  await expect(
    startSigner({ entry: options.entry, settings: other, log, startTimeoutMs: 4_000 }),
  ).rejects.toThrow('does not open with this passphrase');
  rmSync(otherDir, { recursive: true, force: true });
});
