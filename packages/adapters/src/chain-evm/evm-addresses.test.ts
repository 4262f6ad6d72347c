import { HDKey } from '@scure/bip32';
import { mnemonicToSeedSync } from '@scure/bip39';
import { mnemonicToAccount } from 'viem/accounts';
import { describe, expect, test } from 'vitest';
import { evmAccountPath, evmAddresses, parseEvmAddress } from './evm-addresses.ts';

const phrase = `${'abandon '.repeat(11)}about`;
const xpub = HDKey.fromMasterSeed(mnemonicToSeedSync(phrase)).derive(evmAccountPath).publicExtendedKey;

describe('addresses from an extended public key', () => {
  test('are those that every wallet derives from the phrase', () => {
    const scheme = evmAddresses({ xpub });
    expect(scheme.derive(0)).toBe('0x9858EfFD232B4033E47d90003D41EC34EcaEda94');
    for (const index of [1, 7, 123_456])
      expect(scheme.derive(index)).toBe(mnemonicToAccount(phrase, { addressIndex: index }).address);
  });

  test('never come from a private key', () => {
    const { privateExtendedKey } = HDKey.fromMasterSeed(mnemonicToSeedSync(phrase)).derive(evmAccountPath);
    expect(() => evmAddresses({ xpub: privateExtendedKey })).toThrow('never a private one');
  });
});

describe('an address in text', () => {
  test.each([
    ['all lower case', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'],
    ['its own checksum', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  ])('in %s is accepted and returned with its checksum', (_, text) => {
    expect(parseEvmAddress(text)).toBe('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed');
  });

  test.each([
    '0x5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0x5AAEB6053F3E94C9B9A09F33669435E7EF1BEAED',
    '5aaeb6053f3e94c9b9a09f33669435e7ef1beaed',
    '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beae',
    '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed0',
    'maria.eth',
    '',
  ])('%s is not an address', (text) => {
    expect(parseEvmAddress(text)).toBeNull();
  });

  test('without an owner is recognised', () => {
    const scheme = evmAddresses({ xpub });
    expect(scheme.isBurn('0x0000000000000000000000000000000000000000')).toBe(true);
    expect(scheme.isBurn('0x000000000000000000000000000000000000dEaD')).toBe(true);
    expect(scheme.isBurn('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed')).toBe(false);
  });
});
