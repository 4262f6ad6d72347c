import { expect, test } from 'vitest';
import { createAddressCheck, addressesMax, isWiderList, readAddressList } from './address-list.ts';

test.each([
  ['203.0.113.9', '203.0.113.9'],
  [' 203.0.113.9 ', '203.0.113.9'],
  ['203.0.113.9/24', '203.0.113.0/24'],
  ['203.0.113.9/32', '203.0.113.9'],
  ['10.0.0.0/8', '10.0.0.0/8'],
  ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
  ['2001:db8::1/64', '2001:db8::/64'],
  ['2001:db8::1/128', '2001:db8::1'],
  ['::', '::'],
  ['::1', '::1'],
  ['1:0:0:2:0:0:0:3', '1:0:0:2::3'],
  ['1:0:0:2:3:0:0:4', '1::2:3:0:0:4'],
  ['1:0:2:3:4:5:6:7', '1:0:2:3:4:5:6:7'],
  ['10:0:0:20:0:0:0:30', '10:0:0:20::30'],
  ['0:0:1::', '0:0:1::'],
  ['::1:2:3:4:5:6:7', '0:1:2:3:4:5:6:7'],
  ['1:2:3:4:5:6:7::', '1:2:3:4:5:6:7:0'],
  ['1:2:3:4:5:6:198.51.100.4', '1:2:3:4:5:6:c633:6404'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['::FFFF:cb00:7109', '203.0.113.9'],
  ['::ffff:203.0.113.9/120', '203.0.113.0/24'],
  ['0:0:0:0:0:0:0:0', '::'],
  ['64:ff9b::203.0.113.9', '64:ff9b::cb00:7109'],
])('%s is stored as %s', (entry, kept) => {
  expect(readAddressList([entry])).toEqual({ ok: true, value: [kept] });
});

test.each([
  'x',
  '203.0.113',
  '203.0.113.256',
  '203.0.113.09',
  '0xcb.0.113.9',
  '203.0.113.9:80',
  '203.0.113.9/33',
  '203.0.113.9/-1',
  '203.0.113.9/',
  '203.0.113.9/8/8',
  '203.0.113.9/08',
  'fe80::1%eth0',
  '[::1]',
  '::1/129',
  'example.com',
  ':',
  ':::',
  '1::2::3',
  '1:2:3:4:5:6:7',
  '1:2:3:4:5:6:7:8:9',
  '1:2:3:4:5:6:7:8::',
  '12345::',
  '203.0.113.9::',
  '::203.0.113.9:1',
  '1:203.0.113.9::1',
  '1:',
  ':1',
  '::1 ::2',
])('K4 %s is not an address', (entry) => {
  expect(readAddressList(['203.0.113.9', entry])).toEqual({ ok: false, refusal: 'address_malformed', entry });
});

test.each(['0.0.0.0/0', '::/0', '203.0.113.9/0', '::ffff:0.0.0.0/96'])(
  'K4 %s would contain every address and is refused',
  (entry) => {
    expect(readAddressList([entry])).toEqual({ ok: false, refusal: 'address_malformed', entry });
  },
);

test('K4 a list has at most 20 entries, counted without blanks and repetitions', () => {
  const entries = Array.from({ length: addressesMax }, (_none, index) => `203.0.113.${index}`);
  expect(readAddressList([...entries, '', ' ', entries[0] ?? ''])).toEqual({ ok: true, value: entries });
  expect(readAddressList([...entries, '198.51.100.4'])).toEqual({ ok: false, refusal: 'too_many_addresses' });
});

test.each<[readonly string[], string, boolean]>([
  [[], '203.0.113.9', true],
  [[], 'unknown', true],
  [['203.0.113.9'], '203.0.113.9', true],
  [['203.0.113.9'], '::ffff:203.0.113.9', true],
  [['203.0.113.9'], '203.0.113.10', false],
  [['203.0.113.0/24'], '203.0.113.255', true],
  [['203.0.113.0/24'], '203.0.114.0', false],
  [['198.51.100.4', '10.0.0.0/8'], '10.255.0.1', true],
  [['2001:db8::/64'], '2001:db8::dead:beef', true],
  [['2001:db8::/64'], '2001:db8:0:1::', false],
  [['0.0.0.1'], '::1', false],
  [['203.0.113.9'], '', false],
  [['203.0.113.9'], 'unknown', false],
])('a list of %j allows %s: %s', (addresses, source, isAllowed) => {
  expect(createAddressCheck(addresses)(source)).toBe(isAllowed);
});

test.each<readonly [readonly string[], readonly string[], boolean]>([
  [[], ['203.0.113.9'], true],
  [['203.0.113.9'], [], false],
  [[], [], false],
  [['203.0.113.9'], ['203.0.113.9', '198.51.100.4'], false],
  [['203.0.113.9', '198.51.100.4'], ['203.0.113.9'], true],
  [['203.0.113.0/25'], ['203.0.113.0/24'], false],
  [['203.0.113.0/24'], ['203.0.113.0/25'], true],
  [['203.0.113.0/24'], ['203.0.113.0'], true],
  [['2001:db8:0:1::/64'], ['2001:db8::/32'], false],
  [['2001:db8::/32'], ['2001:db8:0:1::/64'], true],
  [['::'], ['0.0.0.0/1'], true],
])('a list of %j allows more than %j: %j', (addresses, former, isWider) => {
  expect(isWiderList(addresses, former)).toBe(isWider);
});
