/** Descriptors of cold storage: which are accepted, and the addresses that they have. */
import { HDKey } from '@scure/bip32';
import { describe, expect, test } from 'vitest';
import { deriveColdOutput, parseColdDescriptor, readColdStorage } from './cold-descriptor.ts';
import { hasDescriptorChecksum } from './descriptor-checksum.ts';

const testVersions = { private: 0x04358394, public: 0x043587cf };
const seeds = [1, 2, 3].map((fill) => HDKey.fromMasterSeed(new Uint8Array(32).fill(fill), testVersions));
const [first = '', second = '', third = ''] = seeds.map(
  (seed) => seed.derive("m/48'/1'/0'/2'").publicExtendedKey,
);
const origins = seeds.map((seed) => `[${seed.fingerprint.toString(16).padStart(8, '0')}/48h/1h/0h/2h]`);

function write(keys: readonly string[], required = 2): string {
  return `wsh(sortedmulti(${required},${keys.map((key) => `${key}/0/*`).join(',')}))`;
}
const plain = write([first, second, third]);

describe('the checksum', () => {
  test('is that of BIP 380', () => {
    expect(hasDescriptorChecksum('raw(deadbeef)#89f8spxm')).toBe(true);
    for (const wrong of [
      'raw(deadbeef)#89f8spxn',
      'raw(deadbeee)#89f8spxm',
      'raw(deadbeef)',
      'raw(ü)#89f8spxm',
    ])
      expect(hasDescriptorChecksum(wrong)).toBe(false);
  });
});

describe('a descriptor', () => {
  test('has the addresses of BIP 67: the order of its keys does not matter', () => {
    const parsed = parseColdDescriptor(plain, 'regtest');
    const turned = parseColdDescriptor(write([third, first, second]), 'regtest');
    const output = deriveColdOutput(parsed, 5);
    expect(output.address).toMatch(/^bcrt1q[02-9ac-hj-np-z]{58}$/);
    expect(deriveColdOutput(turned, 5).address).toBe(output.address);
    expect(deriveColdOutput(parsed, 6).address).not.toBe(output.address);
    expect(readColdStorage(plain, 'regtest').addresses[5]).toBe(output.address);
  });

  test('gives each key the path that its owner’s device needs', () => {
    const keys = [first, second, third].map((key, place) => `${origins[place]}${key}`);
    const { keys: derived } = deriveColdOutput(parseColdDescriptor(write(keys), 'regtest'), 7);
    for (const [place, { fingerprint, path, publicKey }] of derived.entries()) {
      expect(fingerprint).toBe(seeds[place]?.fingerprint);
      const steps = path.map((step) => (step >= 2 ** 31 ? `${step - 2 ** 31}'` : step)).join('/');
      expect(steps).toBe("48'/1'/0'/2'/0/7");
      expect(seeds[place]?.derive(`m/${steps}`).publicKey).toEqual(publicKey);
    }
  });

  test.each([
    ['of one signature', write([first, second, third], 1), 'requires 2 or more'],
    ['that needs every key', write([first, second], 2), 'requires 2 or more'],
    ['with a key twice', write([first, first, second]), 'has a key twice'],
    ['without a range', plain.replaceAll('/0/*', '/0/1'), 'each key of a cold descriptor'],
    ['of another branch', plain.replaceAll('/0/*', '/1/*'), 'each key of a cold descriptor'],
    ['of another script', plain.replace('sortedmulti', 'multi'), 'is written as'],
    ['with a wrong checksum', `${plain}#qqqqqqqq`, 'wrong checksum'],
    ['with text after it', `${plain} `, 'is written as'],
    ['with a private key', plain.replace(first, seeds[0]?.privateExtendedKey ?? ''), 'each key of a cold'],
    [
      'with a wrong letter',
      plain.replace(first, `${first.slice(0, -1)}${first.endsWith('A') ? 'B' : 'A'}`),
      'is not an extended public key of the regtest network',
    ],
  ])('%s is refused', (_, text, message) => {
    expect(() => parseColdDescriptor(text, 'regtest')).toThrow(message);
  });

  test('of another network is refused', () => {
    expect(() => parseColdDescriptor(plain, 'main')).toThrow(
      'not an extended public key of the main network',
    );
  });
});
