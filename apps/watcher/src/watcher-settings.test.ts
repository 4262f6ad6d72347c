/** The watcher's settings file. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildPolicy, formatPolicy } from '@salar/adapters/signer/signer-policy';
import { productId } from '@salar/protocol';
import { localCaps, localProviders } from '@salar/services';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createWatcherKeys } from './watcher-keys.ts';
import { readDataDir, readWatcherSettings } from './watcher-settings.ts';

const ids = { eth: productId(2), usdt: productId(3), usdc: productId(4) };
const wallet = { family: 'evm', keyLayout: 2, xpub: 'xpub', hotAddress: '0x1', gasAddress: '0x2' };
let dir: string;
let path: string;
let file: Record<string, unknown>;

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'salar-watcher-'));
  path = join(dir, 'settings.json');
  writeFileSync(
    join(dir, 'policy.json'),
    formatPolicy(buildPolicy({ networks: localProviders(ids).networks, caps: localCaps(ids) })),
  );
  writeFileSync(join(dir, 'wallets.json'), JSON.stringify([wallet]));
  writeFileSync(join(dir, 'signer.crt'), 'a certificate');
  file = {
    database: 'postgres://watcher@db.example/salar?sslmode=verify-full',
    policy: 'policy.json',
    wallets: 'wallets.json',
    nodes: [31_337, 31_338].map((chainId) => ({ chainId, url: 'https://node.example' })),
    dataDir: 'data',
    signers: [{ endpoint: { socket: 'signer.sock' }, signerCertificate: 'signer.crt' }],
    checkpointKey: await createWatcherKeys(join(dir, 'data')),
  };
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function read(): ReturnType<typeof readWatcherSettings> {
  writeFileSync(path, JSON.stringify(file));
  return readWatcherSettings(path);
}

test('reads every file that it names, relative to its own folder', () => {
  const settings = read();
  expect(settings).toMatchObject({
    dataDir: join(dir, 'data'),
    wallets: [wallet],
    intervalMs: 20_000,
    graceMs: 60_000,
    balancesEveryMs: 3_600_000,
    signers: [{ endpoint: { socket: join(dir, 'signer.sock') }, signerCertificate: 'a certificate' }],
  });
  expect(settings.networks.map(({ chainId }) => chainId)).toEqual([31_337, 31_338]);
  expect(readDataDir(path)).toBe(join(dir, 'data'));
});

test.each<[string, () => unknown, RegExp]>([
  [
    'a network without a node',
    () => (file['nodes'] = [(file['nodes'] as object[])[0]]),
    /no node of network 31338/,
  ],
  ['no signer', () => (file['signers'] = []), /signers/],
  ['another key than one of Ed25519', () => (file['checkpointKey'] = 'AAAA'), /checkpointKey must be what/],
  ['another database', () => (file['database'] = 'mysql://db'), /database must be a postgres/],
  ['an open connection', () => (file['database'] = 'postgres://db.example/salar'), /database .*verify-full/],
  [
    'a node that anybody on the network reads',
    () => (file['nodes'] = [{ chainId: 31_337, url: 'http://10.0.0.9:8545' }]),
    /nodes.*must be an https address/,
  ],
  ['an unknown setting', () => (file['haltAnyway'] = true), /haltAnyway/],
])('refuses %s', (_, change, sentence) => {
  change();
  expect(read).toThrow(sentence);
});
