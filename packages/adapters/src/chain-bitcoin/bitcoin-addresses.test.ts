import { HDKey } from '@scure/bip32';
import { mnemonicToSeedSync } from '@scure/bip39';
import { describe, expect, test } from 'vitest';
import {
  toScriptAddress,
  bitcoinAccountPath,
  bitcoinAddresses,
  parseBitcoinAddress,
  toOutputScript,
} from './bitcoin-addresses.ts';

const phrase = `${'abandon '.repeat(11)}about`;
const xpubOf = (kind: 'main' | 'testnet' | 'regtest') =>
  HDKey.fromMasterSeed(mnemonicToSeedSync(phrase)).derive(bitcoinAccountPath(kind)).publicExtendedKey;

describe('addresses from an extended public key', () => {
  test.each([
    ['main', 0, 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'],
    ['main', 1, 'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g'],
    ['testnet', 0, 'tb1q6rz28mcfaxtmd6v789l9rrlrusdprr9pqcpvkl'],
    ['regtest', 0, 'bcrt1q6rz28mcfaxtmd6v789l9rrlrusdprr9pz3cppk'],
  ] as const)('are those that every wallet derives on %s', (kind, index, address) => {
    expect(bitcoinAddresses({ xpub: xpubOf(kind) }, kind).derive(index)).toBe(address);
  });

  test('never come from a private key', () => {
    const { privateExtendedKey } = HDKey.fromMasterSeed(mnemonicToSeedSync(phrase)).derive("m/84'/0'/0'");
    expect(() => bitcoinAddresses({ xpub: privateExtendedKey }, 'main')).toThrow('never a private one');
  });
});

/** Address and the script it pays; from BIPs 173 and 350, and from well-known transactions. */
const valid = [
  ['main', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', '76a91462e907b15cbf27d5425399ebf6f0fb50ebb88f1888ac'],
  ['main', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', '76a91477bff20c60e522dfaa3350c39b030a5d004e839a88ac'],
  ['main', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', 'a914b472a266d0bd89c13706a4132ccfb16f7c3b9fcb87'],
  ['main', '3P14159f73E4gFr7JterCCQh9QjiTjiZrG', 'a914e9c3dd0c07aac76179ebc76a6c78d4d67c6c160a87'],
  ['main', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', '0014751e76e8199196d454941c45d1b3a323f1433bd6'],
  [
    'main',
    'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3',
    '00201863143c14c5166804bd19203356da136c985678cd4d27a1b8c6329604903262',
  ],
  [
    'main',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
    '512079be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
  ],
  [
    'main',
    'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
    '5120a60869f0dbcf1dc659c9cecbaf8050135ea9e8cdc487053f1dc6880949dc684c',
  ],
  ['testnet', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', '76a914243f1394f44554f4ce3fd68649c19adc483ce92488ac'],
  ['testnet', 'n3GNqMveyvaPvUbH469vDRadqpJMPc84JA', '76a914ee9103399bfb42a091a7b537bed4a8552e9611ca88ac'],
  ['testnet', '2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc', 'a9144e9f39ca4688ff102128ea4ccda34105324305b087'],
  ['testnet', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', '0014751e76e8199196d454941c45d1b3a323f1433bd6'],
  [
    'testnet',
    'tb1qqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesrxh6hy',
    '0020000000c4a5cad46221b2a187905e5266362b99d5e91c6ce24d165dab93e86433',
  ],
  [
    'testnet',
    'tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c',
    '5120000000c4a5cad46221b2a187905e5266362b99d5e91c6ce24d165dab93e86433',
  ],
  ['regtest', 'bcrt1q6rz28mcfaxtmd6v789l9rrlrusdprr9pz3cppk', '0014d0c4a3ef09e997b6e99e397e518fe3e41a118ca1'],
] as const;

describe('an address in text', () => {
  test.each(valid)('of %s, %s, is accepted and pays its script', (kind, address, script) => {
    expect(parseBitcoinAddress(address, kind)).toBe(address);
    expect(toScriptAddress(Buffer.from(script, 'hex'), kind)).toBe(address);
    expect(toOutputScript(address, kind)?.toString('hex')).toBe(script);
  });

  test('in capitals, as in QR codes, is returned in lower case', () => {
    expect(parseBitcoinAddress('BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', 'main')).toBe(
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    );
  });

  test.each(valid.filter(([kind]) => kind !== 'main'))(
    'of %s, %s, is invalid on the main network',
    (_, address) => {
      expect(parseBitcoinAddress(address, 'main')).toBeNull();
    },
  );

  test.each(valid.filter(([kind]) => kind === 'main'))(
    'of %s, %s, is invalid on a test network',
    (_, address) => {
      expect(parseBitcoinAddress(address, 'testnet')).toBeNull();
      expect(parseBitcoinAddress(address, 'regtest')).toBeNull();
    },
  );

  test.each([
    ['one letter changed', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5'],
    ['one letter changed, base58', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb'],
    ['two letters swapped', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DvifNa'],
    ['a letter base58 does not have', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfN0'],
    ['the case of base58 changed', '1a1zp1ep5qgefi2dmptftl5slmv7divfna'],
    ['mixed case', 'bc1qW508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
    ['a blank before it', ' bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
    ['a blank behind it', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa '],
    ['a payment link', 'bitcoin:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
    ['the end cut off', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3'],
    ['a program of 10 bytes', 'BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P'],
    ['version 0 with the new checksum', 'bc1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq24jc47'],
    ['version 1 with the old checksum', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd'],
    ['version 1 of 40 bytes', 'bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y'],
    ['version 2', 'bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs'],
    ['version 16', 'BC1SW50QGDZ25J'],
    ['an output anyone may take', 'bc1pfeessrawgf'],
    ['padding of more than 4 bits', 'bc1gmk9yu'],
    ['padding that is not zero', 'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3pjxtptv'],
    ['a private key', '5KYZdUEo39z3FPrtuX2QbbwGnNP5zTd7yyr2SC1j299sBCnWjss'],
    ['an extended key', xpubOf('main')],
    ['an address of Litecoin', 'LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1'],
    ['an address of Litecoin, segwit', 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9'],
    ['an address of Ethereum', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
    ['an address of TRON', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
    ['nothing', ''],
    ['a very long text', `bc1q${'q'.repeat(5000)}`],
  ])('with %s is invalid', (_, text) => {
    expect(parseBitcoinAddress(text, 'main')).toBeNull();
  });

  test('that is unspendable is recognised', () => {
    const scheme = bitcoinAddresses({ xpub: xpubOf('main') }, 'main');
    for (const burn of [
      '1111111111111111111114oLvT2',
      '1BitcoinEaterAddressDontSendf59kuE',
      '1CounterpartyXXXXXXXXXXXXXXXUWLpVr',
      '1HT7xU2Ngenf7D4yocz2SAcnNLW7rK8d4E',
      'bc1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq9e75rs',
    ])
      expect([burn, parseBitcoinAddress(burn, 'main'), scheme.isBurn(burn)]).toEqual([burn, burn, true]);
    expect(scheme.isBurn('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa')).toBe(false);
    expect(scheme.isBurn('bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr')).toBe(false);
  });

  test('of a taproot key that is not on the curve is unspendable', () => {
    const scheme = bitcoinAddresses({ xpub: xpubOf('main') }, 'main');
    const noPoint = `5120${'0'.repeat(63)}5`; // 5 is no x coordinate of the curve
    const address = toScriptAddress(Buffer.from(noPoint, 'hex'), 'main') ?? '';
    expect(parseBitcoinAddress(address, 'main')).toBe(address);
    expect(scheme.isBurn(address)).toBe(true);
  });
});

test.each([
  ['data', '6a0568656c6c6f'],
  [
    'a bare key',
    '4104678afdb0fe5548271967f1a67130b7105cd6a828e03909a67962e0ea1f61deb649f6bc3f4cef38c4f35504e51ec112de5c384df7ba0b8d578a4c702b6bf11d5fac',
  ],
  ['anyone', '51024e73'],
  ['nothing', ''],
])('a script that pays %s has no address', (_, script) => {
  expect(toScriptAddress(Buffer.from(script, 'hex'), 'main')).toBeNull();
});
