/** The signer as its own process behind its socket; a db test because those build the server first. */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { verifyCheckpoint } from '@salar/approvals/journal-checkpoint';
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
import { readCheckpoints } from '@salar/adapters/files/checkpoint-file';
import { openTicketKeys } from '@salar/adapters/files/key-files';
import { connectToSigner } from '@salar/adapters/signer/signer-connection';
import { buildPolicy, formatPolicy } from '@salar/adapters/signer/signer-policy';
import { createApprovers, signAs, toApprovalPolicy } from '@salar/testing/keys/approvers';
import { prepareSignerFolder } from './signer-folder.ts';
import { startSigner } from './start-signer.ts';
import type { LocalSigner } from './start-signer.ts';

const ids = { eth: productId(2), usdt: productId(3), usdc: productId(4) };
const receiver = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const dataDir = mkdtempSync(join(tmpdir(), 'salar-signer-'));
const keysDir = join(dataDir, 'keys');
const folder = join(dataDir, 'signer');
const alerts: string[] = [];
const log: Log = {
  info: () => undefined,
  warn: () => undefined,
  error: (_fields, message) => void alerts.push(message),
};
const entry = resolve('dist/server/signer.js');
const { networks } = localProviders(ids);
const caps = localCaps(ids);
const options = { entry, dataDir, networks, caps, installation: 'localhost', log };
/** A seed of version 0.1, with what its signer made. */
const vectors = '../../../signer/src/families/signed-by-version-1.json';
const before = JSON.parse(readFileSync(new URL(vectors, import.meta.url), 'utf8')) as {
  readonly seed: object;
  readonly wallets: readonly { readonly family: string }[];
};
let signer: LocalSigner;

beforeAll(async () => {
  openTicketKeys(keysDir);
  signer = await startSigner(options);
});
afterAll(async () => {
  await signer.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

let nextTicket = 1;
function buildRequest(changes: Partial<TicketTerms> = {}, nonce = nextTicket): SignRequest {
  const { ticketMac } = openTicketKeys(keysDir);
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
    approvals: [],
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
    .poll(() => signer.client.identity().catch(() => null), { timeout: 40_000 })
    .toEqual(signer.wallets);
  expect(alerts).toContain('the signer ended and is started again');
  expect(await signer.client.sign(request)).toEqual(first);
  expect(await signer.client.sign(withPlan(request, { nonce: 201 }))).toEqual({
    ok: false,
    refusal: 'ticket_already_signed',
  });
});

test('starts with a Node that other users cannot run, such as one in a folder of root', async () => {
  const other = mkdtempSync(join(tmpdir(), 'salar-signer-'));
  chmodSync(other, 0o755);
  openTicketKeys(join(other, 'keys'));
  const { execPath } = process;
  const link = join(other, 'closed', 'node');
  mkdirSync(join(other, 'closed'), { mode: 0o700 });
  symlinkSync(execPath, link);
  process.execPath = link;
  try {
    const started = await startSigner({ ...options, dataDir: other });
    expect(started.pid()).toBeGreaterThan(0);
    await started.stop();
  } finally {
    process.execPath = execPath;
    rmSync(other, { recursive: true, force: true });
  }
});

test('prints its wallets for a watcher, and lifts no halt where there is none', () => {
  const run = (...command: readonly string[]) =>
    spawnSync(process.execPath, [entry, ...command, '--settings', join(folder, 'settings.json')]);
  expect(JSON.parse(run('wallets').stdout.toString())).toEqual(signer.wallets);
  expect(run('lift-text').stderr.toString()).toBe('no halt is in force\n');
});

test('survives malformed input on its socket', async () => {
  const { connection } = await prepareSignerFolder({ ...options, user: null });
  const socket = connectToSigner(connection);
  socket.write('nonsense\n{"id":1}\n"text"\n');
  const answer = await new Promise<string>((done) => socket.once('data', (data) => done(data.toString())));
  expect(answer).toContain('request_malformed');
  socket.destroy();
  expect(await signer.client.identity()).toEqual(signer.wallets);
});

test('keeps its secrets readable by their owner only, and out of arguments, environment and logs', () => {
  for (const file of ['data/seed.json', 'data/signer.pem', 'data/claims.mdb', 'passphrase', 'ticket-mac.key'])
    expect(statSync(join(folder, file)).mode & 0o077, file).toBe(0);
  const seed = JSON.parse(readFileSync(join(folder, 'data', 'seed.json'), 'utf8')) as object;
  expect(Object.keys(seed)).toEqual(['version', 'scrypt', 'salt', 'nonce', 'sealed', 'tag']);
  const passphrase = readFileSync(join(folder, 'passphrase'), 'utf8');
  for (const file of ['cmdline', 'environ'])
    expect(readFileSync(`/proc/${signer.pid()}/${file}`, 'utf8')).not.toContain(passphrase);
});

describe('says in one sentence why it does not start', () => {
  /** Changes a file of a prepared folder and returns the reason given. */
  const startWith = async (change: (folder: string) => void) => {
    const otherDir = mkdtempSync(join(tmpdir(), 'salar-signer-'));
    openTicketKeys(join(otherDir, 'keys'));
    const other = { ...options, dataDir: otherDir };
    await (await startSigner(other)).stop();
    change(join(otherDir, 'signer'));
    const answer = await startSigner(other).catch((error: unknown) => String(error));
    rmSync(otherDir, { recursive: true, force: true });
    return answer;
  };

  test('with another passphrase', async () => {
    expect(
      await startWith((dir) => writeFileSync(join(dir, 'passphrase'), 'another passphrase of some length')),
    ).toContain('does not open with this passphrase');
  });

  test('with a passphrase that is too short', async () => {
    expect(await startWith((dir) => writeFileSync(join(dir, 'passphrase'), 'short'))).toContain(
      'passphrase: must have at least 24 characters',
    );
  });
});

test('takes over the files of the version before it, and keeps what they record', async () => {
  const otherDir = mkdtempSync(join(tmpdir(), 'salar-signer-'));
  const oldDir = join(otherDir, 'keys');
  openTicketKeys(oldDir);
  writeFileSync(join(oldDir, 'seed.json'), JSON.stringify(before.seed));
  const paid = { ticketId: 900_001, chainId: 31337, nonce: 1, productId: 3, net: '5', destination: receiver };
  writeFileSync(join(oldDir, 'signed.jsonl'), `${JSON.stringify({ ...paid, hash: '0x1', at: 1 })}\n`);
  writeFileSync(join(oldDir, 'moves.jsonl'), '');
  writeFileSync(join(oldDir, 'passphrase'), 'the passphrase of the stored vectors');
  copyFileSync(join(keysDir, 'ticket-mac.key'), join(oldDir, 'ticket-mac.key'));
  const carried = await startSigner({ ...options, dataDir: otherDir });
  const evm = before.wallets.find(({ family }) => family === 'evm');
  expect(carried.wallets).toContainEqual(expect.objectContaining({ ...evm, keyLayout: 1 }));
  expect(await carried.client.sign(buildRequest({}, 1))).toEqual({ ok: false, refusal: 'nonce_taken' });
  await carried.stop();
  expect(existsSync(join(oldDir, 'seed.json'))).toBe(false);
  rmSync(otherDir, { recursive: true, force: true });
});

test('a sealed policy is amended by the signatures of its approvers, and no longer by its file', async () => {
  const otherDir = mkdtempSync(join(tmpdir(), 'salar-signer-'));
  mkdirSync(join(otherDir, 'keys'));
  copyFileSync(join(keysDir, 'ticket-mac.key'), join(otherDir, 'keys', 'ticket-mac.key'));
  const approvers = createApprovers(['ana', 'carla']);
  const policy = { ...toApprovalPolicy(approvers), amendments: { required: 2, delayHours: 48 } };
  writeFileSync(join(otherDir, 'approvers.json'), JSON.stringify(policy));
  const other = { ...options, dataDir: otherDir };
  await (await startSigner(other)).stop();
  const settings = join(otherDir, 'signer', 'settings.json');
  const run = (...words: readonly string[]) =>
    spawnSync(process.execPath, [entry, ...words, '--settings', settings], { encoding: 'utf8' });

  // Every start writes the file again; without the approvers it would allow anything.
  const greedy = caps.map((cap) => ({
    ...cap,
    perTransaction: minor(10n ** 30n),
    perHour: minor(10n ** 30n),
  }));
  rmSync(join(otherDir, 'approvers.json'));
  const started = await startSigner({ ...other, caps: greedy });
  const large = buildRequest({ amount: minor(600_000_000_000n) });
  expect(await started.client.sign(large)).toMatchObject({ refusal: 'transaction_cap_exceeded' });
  await started.stop();

  const next = join(otherDir, 'next.json');
  writeFileSync(next, formatPolicy(buildPolicy({ networks, caps: greedy, approvals: policy })));
  const { stdout: text } = run('amendment-text', '--policy', next);
  expect(text).toContain('perTransaction');
  const sign = (name: string) => {
    const path = join(otherDir, `${name}.sig`);
    writeFileSync(path, signAs(approvers, name, text));
    return ['--signature', `${name}=${path}`];
  };
  expect(run('amend', '--policy', next, ...sign('ana')).stderr).toContain('the signatures are not enough');
  expect(run('amend', '--policy', next, ...sign('ana'), ...sign('carla')).stdout).toContain(
    'takes effect at',
  );
  expect(run('drop-amendment').stdout).toBe('the amendment was dropped\n');
  rmSync(otherDir, { recursive: true, force: true });
});

test('signs a checkpoint of the journal over its socket, and no other for the same command', async () => {
  const [hash, other] = ['1', '2'].map((digit) => digit.repeat(64)) as [string, string];
  const signed = await signer.client.checkpoint({ sequence: 9, hash });
  if (!signed.ok) throw new Error(signed.refusal);
  expect(verifyCheckpoint(signed.value)).toBe(true);
  expect(readCheckpoints(join(folder, 'data', 'checkpoints.jsonl'))).toEqual([signed.value]);
  expect(await signer.client.checkpoint({ sequence: 9, hash: other })).toEqual({
    ok: false,
    refusal: 'checkpoint_conflict',
  });
});
