import { setTimeout as sleep } from 'node:timers/promises';
import { SignerUnavailable } from '@salar/services/ports/chain-signer';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { HDKey } from '@scure/bip32';
import { expect, test } from 'vitest';
import type { KeyStore, Signature } from './key-store.ts';
import { SeedKeys } from './seed-keys.ts';
import { SignerKeys } from './signer-keys.ts';

const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const seed = new SeedKeys({ root: HDKey.fromMasterSeed(new Uint8Array(32).fill(9)), layout: 2 }, 'regtest');
const digest = (value: number) => new Uint8Array(32).fill(value);

/** Opens keys whose hot key of EVM networks is in a store of the test. */
function openWith(changes: Partial<KeyStore>, answerMsMax = 3_000): SignerKeys {
  const store: KeyStore = {
    publicKey: (name) => seed.publicKey(name),
    sign: (name, hash) => seed.sign(name, hash),
    ...changes,
  };
  return new SignerKeys(seed, new Map([['evm/hot', store]]), { answerMsMax });
}

test('a signature has the lower s, whichever of the two its store returned', async () => {
  const keys = openWith({
    async sign(name, hash): Promise<Signature> {
      const { r, s } = await seed.sign(name, hash);
      return { r, s: order - s };
    },
  });
  for (let value = 0; value < 16; value += 1) {
    const signature = await keys.sign('evm/hot', digest(value));
    expect(signature).toMatchObject(await seed.sign('evm/hot', digest(value)));
    expect(signature.s <= order / 2n).toBe(true);
  }
});

test.each<[string, (right: Signature) => Signature]>([
  ['of another r', ({ r, s }) => ({ r: r + 1n, s })],
  ['of another s', ({ r, s }) => ({ r, s: s + 1n })],
  ['of zeros', () => ({ r: 0n, s: 0n })],
  ['beyond the order', ({ r, s }) => ({ r, s: s + order })],
])('a signature %s never leaves', async (_, change) => {
  const keys = openWith({ sign: async (name, hash) => change(await seed.sign(name, hash)) });
  await expect(keys.sign('evm/hot', digest(1))).rejects.toThrow(
    new SignerUnavailable('the store of key evm/hot returned a signature that is not of this key'),
  );
});

test('a signature by another key of the store never leaves', async () => {
  const keys = openWith({ sign: (_, hash) => seed.sign('evm/gas', hash) });
  await expect(keys.sign('evm/hot', digest(1))).rejects.toThrow(SignerUnavailable);
});

test('a signature of another digest never leaves', async () => {
  const keys = openWith({ sign: (name) => seed.sign(name, digest(2)) });
  await expect(keys.sign('evm/hot', digest(1))).rejects.toThrow(SignerUnavailable);
});

test('a store that does not answer is unavailable after the time limit', async () => {
  const keys = openWith({ sign: () => sleep(10_000, { r: 1n, s: 1n }, { ref: false }) }, 50);
  const began = performance.now();
  await expect(keys.sign('evm/hot', digest(1))).rejects.toThrow(
    new SignerUnavailable('the store of key evm/hot does not answer'),
  );
  expect(performance.now() - began).toBeLessThan(2_000);
});

test('keys that are not apart are those of the seed', async () => {
  const keys = openWith({ sign: () => Promise.reject(new Error('the wrong store')) });
  const { r, s, recovery } = await keys.sign('evm/deposit/7', digest(1));
  expect({ r, s, recovery }).toEqual(await seed.sign('evm/deposit/7', digest(1)));
  const recovered = new secp256k1.Signature(r, s, recovery).recoverPublicKey(digest(1)).toBytes();
  expect(recovered).toEqual(await keys.publicKey('evm/deposit/7'));
});
