import { expect, test } from 'vitest';
import {
  listNetworksAround,
  toHomeNetwork,
  toNetwork,
  toSiteNetwork,
  toSubscriberNetwork,
} from './ip-networks.ts';

test.each([
  ['203.0.113.9', '203.0.113'],
  ['::ffff:203.0.113.9', '203.0.113'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['::ffff:0:0:100:0:0', '0:0:ffff:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['[2001:db8::1]:4711', '2001:db8:0:0'],
  ['203.0.113.9:4711', '203.0.113'],
  ['unknown', 'unknown'],
])('%s belongs to the network %s', (address, network) => {
  expect(toNetwork(address)).toBe(network);
});

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['::ffff:cb00:7109', '203.0.113.9'],
  ['203.0.113.9:4711', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::203.0.113.9', '2001:db8:1:2'],
  ['unknown', 'unknown'],
])('a subscriber at %s has one IPv4 address or a whole IPv6 /64: %s', (address, subscriber) => {
  expect(toSubscriberNetwork(address)).toBe(subscriber);
});

test.each([
  ['203.0.113.9', '203.0.113.9', '203.0.113'],
  ['203.0.113.9:4711', '203.0.113.9', '203.0.113'],
  ['2001:db8:1:23ff:3:4:5:6', '2001:db8:1:2300', '2001:db8:1'],
  ['2001:db8:1:2301::1', '2001:db8:1:2300', '2001:db8:1'],
  ['[2001:db8::1]:4711', '2001:db8:0:0', '2001:db8:0'],
  ['unknown', 'unknown', 'unknown'],
])('%s is on the home line %s of the site %s', (address, home, site) => {
  expect([toHomeNetwork(address), toSiteNetwork(address)]).toEqual([home, site]);
});

test('the networks around an address differ from those of other sizes', () => {
  expect(listNetworksAround('203.0.113.9')).toEqual(['203.0.113/24']);
  expect(listNetworksAround('2001:db8:0:ff::1')).toEqual(['2001:db8:0:0/56', '2001:db8:0/48']);
});
