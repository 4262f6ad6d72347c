import { expect, test } from 'vitest';
import { splitAddresses } from './address-entries.ts';

test('a typed list is split into entries, each marked as a valid address or not', () => {
  expect(splitAddresses(' 203.0.113.9,, 2001:db8::/64 ,home,203.0.113.9, 0.0.0.0/0')).toEqual([
    { text: '203.0.113.9', isAddress: true },
    { text: '2001:db8::/64', isAddress: true },
    { text: 'home', isAddress: false },
    { text: '0.0.0.0/0', isAddress: false },
  ]);
  expect(splitAddresses('')).toEqual([]);
});
