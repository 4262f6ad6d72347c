import { expect, test } from 'vitest';
import { keccak256 } from './keccak256.ts';
import { parseWalletAddress } from './wallet-address.ts';

const hashOf = (text: string) => keccak256(new TextEncoder().encode(text));

test.each([
  ['', 'c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470'],
  ['abc', '4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45'],
  ['transfer(address,uint256)', 'a9059cbb2ab09eb219583f4a59a5d0623ade346d962bcd4e46b11da047c9049b'],
])('the digest of %j', (text, digest) => {
  expect(hashOf(text)).toBe(digest);
});

test('messages at the boundaries of a block have different digests', () => {
  const digests = [134, 135, 136, 137, 272].map((length) => hashOf('a'.repeat(length)));
  expect(new Set(digests).size).toBe(5);
  expect(hashOf('a'.repeat(135))).toBe('34367dc248bbd832f4e3e69dfaac2f92638bd0bbd18f2912ba4ef454919cf446');
  expect(hashOf('a'.repeat(136))).toBe('a6c4d403279fe3e0af03729caada8374b5ca54d8065329a3ebcaeb4b60aa386e');
});

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
