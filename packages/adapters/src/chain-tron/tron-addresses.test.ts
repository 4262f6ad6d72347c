/** Addresses and bytes of TRON, compared with known values of the network. */
import { HDKey } from '@scure/bip32';
import { mnemonicToSeedSync } from '@scure/bip39';
import { describe, expect, test } from 'vitest';
import {
  parseTronAddress,
  tronAccountPath,
  tronAddresses,
  tronAddressHex,
  parseTronAddressHex,
} from './tron-addresses.ts';
import { encodeTransaction, encodeTransfer, readTransaction, computeTxId } from './tron-transaction.ts';

const phrase = `${'abandon '.repeat(11)}about`;
const xpub = HDKey.fromMasterSeed(mnemonicToSeedSync(phrase)).derive(tronAccountPath).publicExtendedKey;
const usdt = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

test('addresses derive as in every wallet', () => {
  expect(tronAddresses({ xpub }).derive(0)).toBe('TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH');
});

test("the network's token has its known bytes", () => {
  expect(tronAddressHex(usdt)).toBe('a614f803b6fd780986a42c78ec9c7f77e6ded13c');
  expect(parseTronAddressHex('41a614f803b6fd780986a42c78ec9c7f77e6ded13c')).toBe(usdt);
});

describe('an address', () => {
  test.each([usdt, 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH', 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7'])(
    '%s is valid',
    (address) => {
      expect(parseTronAddress(address)).toBe(address);
    },
  );
  test.each([
    ['nothing', ''],
    ['one letter changed', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6T'],
    ['two letters swapped', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjL6jt'],
    ['all lower case', usdt.toLowerCase()],
    ['too short', usdt.slice(0, 33)],
    ['too long', `${usdt}t`],
    ['a letter outside of base58', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj0t'],
    ['blanks around', ` ${usdt} `],
    ['hex', '41a614f803b6fd780986a42c78ec9c7f77e6ded13c'],
    ['of an EVM network', '0xa614f803b6fd780986a42c78ec9c7f77e6ded13c'],
    ['of Bitcoin', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'],
    ['of Bitcoin, longer', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
  ])('with %s is invalid', (_, text) => {
    expect(parseTronAddress(text)).toBeNull();
  });
  test('of zeros has no owner', () => {
    expect(tronAddresses({ xpub }).isBurn(parseTronAddressHex('00'.repeat(20)))).toBe(true);
    expect(tronAddresses({ xpub }).isBurn(usdt)).toBe(false);
  });
});

const plan = {
  refBlockBytes: '8dcb',
  refBlockHash: '8a0f3a8d1e9d5a7c',
  timestamp: 1_767_225_600_000,
  expiration: 1_767_229_200_000,
  feeLimit: 40_000_000n,
};
const from = tronAddresses({ xpub }).derive(0);
const to = tronAddresses({ xpub }).derive(1);

test('the bytes and the id of a transfer equal those that a node of the Nile network built for the same one', () => {
  const rawData = encodeTransfer(
    {
      from: 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH',
      to: parseTronAddressHex('b6e708a39781c96bd399c7657780ff9fe9f052a8'),
      contract: 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf',
      amount: 1_000_000n,
    },
    {
      refBlockBytes: '4f15',
      refBlockHash: 'd5efcd3acb235c24',
      timestamp: 1_791_285_769_893,
      expiration: 1_791_285_828_000,
      feeLimit: 30_000_000n,
    },
  );
  expect(rawData.toString('hex')).toBe(
    '0a024f152208d5efcd3acb235c2440a0b3d28791345aae01081f12a9010a31747970652e676f6f676c65617069732e636f6d2f70726f746f' +
      '636f6c2e54726967676572536d617274436f6e747261637412740a1541c8599111f29c1e1e061265b4af93ea1f274ad78a121541eca9bc82' +
      '8a3005b9a3b909f2cc5c2a54794de05f2244a9059cbb000000000000000000000000b6e708a39781c96bd399c7657780ff9fe9f052a80000' +
      '0000000000000000000000000000000000000000000000000000000f424070a5edce87913490018087a70e',
  );
  expect(computeTxId(rawData)).toBe('3d0ae4ea180d71012c8b995c8af54d7db8f684df3fb6167d37765bb89eec532b');
});

describe('a transfer', () => {
  test.each([
    ['of a token', { from, to, contract: usdt, amount: 12_345_678n }],
    ['of an enormous sum of a token', { from, to, contract: usdt, amount: 2n ** 256n - 1n }],
    ['of the coin', { from, to, contract: null, amount: 1n }],
  ])('%s reads back as it was written', (_, transfer) => {
    const rawData = encodeTransfer(transfer, plan);
    const read = readTransaction(encodeTransaction(rawData, [Buffer.alloc(65, 1)]).toString('hex'));
    expect(read.transfer).toEqual(transfer);
    expect(read.txId).toBe(computeTxId(rawData));
    expect(read.plan).toEqual(transfer.contract === null ? { ...plan, feeLimit: 0n } : plan);
  });

  test('a transaction with more than a transfer is rejected', () => {
    const rawData = encodeTransfer({ from, to, contract: usdt, amount: 5n }, plan);
    const more = Buffer.concat([encodeTransaction(rawData, []), Buffer.from('2a0100', 'hex')]);
    expect(() => readTransaction(more.toString('hex'))).toThrow('a field 5 that is not expected');
  });
});
