import { createHmac } from 'node:crypto';
import { HDKey } from '@scure/bip32';
import { firstDepositIndex } from '@salar/services/deposits/deposit-branches';
import { expect, test } from 'vitest';
import type { KeyName } from './key-store.ts';
import { SeedKeys } from './seed-keys.ts';

const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const root = HDKey.fromMasterSeed(new Uint8Array(32).fill(9));
const open = (layout: 1 | 2) => new SeedKeys({ root, layout }, 'regtest');
const families = [
  ['evm', "m/44'/60'/0'/0/7"],
  ['bitcoin', "m/84'/1'/0'/0/7"],
  ['tron', "m/44'/195'/0'/0/7"],
] as const;

/**
 * Computes the private key of the branch, and with it those of all its addresses, from the account's extended public key and
 * the private key of deposit address 7, by subtracting what BIP-32 adds to it.
 */
function computeBranch(xpub: string, stolen: Uint8Array): HDKey {
  const { publicKey, chainCode } = HDKey.fromExtendedKey(xpub).deriveChild(0);
  if (publicKey === null || chainCode === null) throw new Error('an extended key has both');
  const data = Buffer.concat([publicKey, Buffer.of(0, 0, 0, 7)]);
  const added = createHmac('sha512', chainCode).update(data).digest().subarray(0, 32);
  const difference = toNumber(stolen) - toNumber(added);
  const privateKey = Buffer.from(
    (((difference % order) + order) % order).toString(16).padStart(64, '0'),
    'hex',
  );
  return new HDKey({ privateKey, chainCode });
}

function toNumber(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
}

test.each(families)('one stolen deposit key of %s does not give the hot wallet', async (family, path) => {
  const stolen = root.derive(path).privateKey ?? new Uint8Array(32);
  const hot = `${family}/hot` as const;
  const branch = computeBranch(open(2).depositXpub(family), stolen);
  const reached = Array.from({ length: 20 }, (_, index) => branch.deriveChild(index).publicKey);
  expect(reached[8]).toEqual(await open(2).publicKey(`${family}/deposit/8`)); // the attack gives the customers' addresses
  expect(reached).toContainEqual(await open(1).publicKey(hot)); // and gave the hot wallet of layout 1
  expect(reached).not.toContainEqual(await open(2).publicKey(hot));
});

test.each(families)('one stolen deposit key of %s does not give the next branch', async (family, path) => {
  const stolen = root.derive(path).privateKey ?? new Uint8Array(32);
  const branch = computeBranch(open(2).depositXpub(family), stolen);
  const reached = Array.from({ length: 20 }, (_, index) => branch.deriveChild(index).publicKey);
  expect(reached[8]).toEqual(await open(2).publicKey(`${family}/deposit/8`));
  for (const layout of [1, 2] as const)
    for (const place of [1, 2, 8])
      expect(reached).not.toContainEqual(
        await open(layout).publicKey(`${family}/deposit/${firstDepositIndex(1) - 1 + place}`),
      );
});

test.each(families)(
  'no wallet of %s is below the extended public key that the exchange has',
  async (family) => {
    const account = HDKey.fromExtendedKey(open(2).depositXpub(family));
    const below = [0, 1, 2, 3].flatMap((branch) =>
      Array.from({ length: 20 }, (_, index) => account.deriveChild(branch).deriveChild(index).publicKey),
    );
    const names: KeyName[] = [`${family}/hot`, `${family}/gas`, `${family}/house`];
    if (family === 'bitcoin') names.push('bitcoin/change/0', 'bitcoin/change/7');
    const keys = await Promise.all(names.map((name) => open(2).publicKey(name)));
    for (const key of keys) expect(below).not.toContainEqual(key);
    expect(new Set(keys.map((key) => Buffer.from(key).toString('hex'))).size).toBe(keys.length);
  },
);

test.each(families)('deposit addresses of %s are the same in both layouts', async (family) => {
  expect(open(2).depositXpub(family)).toBe(open(1).depositXpub(family));
  for (const index of [1, 2, 1_000])
    expect(await open(2).publicKey(`${family}/deposit/${index}`)).toEqual(
      await open(1).publicKey(`${family}/deposit/${index}`),
    );
});

test('a renewed seed has the wallets of both layouts', async () => {
  const renewed = new SeedKeys({ root, layout: 2, formerLayout: 1 }, 'regtest');
  const pairs = [
    ['evm/hot', 'evm/former-hot'],
    ['evm/gas', 'evm/former-gas'],
    ['bitcoin/hot', 'bitcoin/former-hot'],
    ['bitcoin/change/7', 'bitcoin/former-change/7'],
    ['tron/hot', 'tron/former-hot'],
    ['tron/gas', 'tron/former-gas'],
  ] as const;
  for (const [present, former] of pairs) {
    expect(await renewed.publicKey(present)).toEqual(await open(2).publicKey(present));
    expect(await renewed.publicKey(former)).toEqual(await open(1).publicKey(present));
  }
});

test.each([
  ['evm/hot', "m/44'/60'/1'/0/0"],
  ['evm/gas', "m/44'/60'/2'/0/0"],
  ['evm/house', "m/44'/60'/3'/0/0"],
  ['tron/house', "m/44'/195'/3'/0/0"],
  ['tron/hot', "m/44'/195'/1'/0/0"],
  ['bitcoin/hot', "m/84'/1'/1'/0/0"],
  ['bitcoin/house', "m/84'/1'/3'/0/0"],
  ['bitcoin/change/5', "m/84'/1'/1'/1/5"],
  [`evm/deposit/${2 ** 31 + 7}`, "m/44'/60'/101'/0/7"],
  [`bitcoin/deposit/${2 ** 31 + 7}`, "m/84'/1'/101'/0/7"],
  [`tron/deposit/${2 * 2 ** 31 + 7}`, "m/44'/195'/102'/0/7"],
] as const)('%s is at %s, where other wallets find it', async (name, path) => {
  expect(await open(2).publicKey(name)).toEqual(root.derive(path).publicKey);
});
