import { expect, test } from 'vitest';
import { parseWalletAddress } from './wallet-address.ts';

/** From the standard. */
const checksummed = [
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0xde709f2102306220921060314715629080e2fb77',
];

test.each(checksummed)('%s is parsed from lower case and from itself', (address) => {
  expect(parseWalletAddress(address)).toBe(address);
  expect(parseWalletAddress(address.toLowerCase())).toBe(address);
  expect(parseWalletAddress(` ${address} `)).toBe(address);
});

test.each([
  '0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0x5AAEB6053F3E94C9B9A09F33669435E7EF1BEAED',
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe',
  '5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xzaAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '',
])('%j is not an address, or has a wrong checksum', (text) => {
  expect(parseWalletAddress(text)).toBe(null);
});
