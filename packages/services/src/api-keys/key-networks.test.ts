import { beforeEach, expect, test } from 'vitest';
import { KeyNetworks } from './key-networks.ts';

const [here, elsewhere] = ['203.0.113.9', '198.51.100.4'];
const hourMs = 3_600_000;
let networks: KeyNetworks;
beforeEach(() => {
  networks = new KeyNetworks();
});

test('the first request names the network; others are refused until it was unused for twelve hours', () => {
  expect(networks.accept('a', here, 0)).toBe(true);
  expect(networks.accept('a', elsewhere, 1)).toBe(false);
  expect(networks.accept('b', elsewhere, 1)).toBe(true);
  expect(networks.accept('a', here, 11 * hourMs)).toBe(true);
  expect(networks.accept('a', elsewhere, 23 * hourMs - 1)).toBe(false);
  expect(networks.accept('a', elsewhere, 23 * hourMs)).toBe(true);
  expect(networks.accept('a', here, 23 * hourMs)).toBe(false);
});

test('a sign-in adds its network, and the eleventh one replaces the one used the longest ago', () => {
  networks.accept('a', here, 0);
  for (let count = 1; count <= 9; count += 1) networks.note('a', `192.0.2.${count}`, count);
  for (const address of [here, '192.0.2.9']) expect(networks.accept('a', address, 20)).toBe(true);
  networks.note('a', elsewhere, 30);
  expect(networks.accept('a', '192.0.2.1', 31)).toBe(false);
  for (const address of [here, elsewhere, '192.0.2.2']) expect(networks.accept('a', address, 32)).toBe(true);
});

test('addresses of one IPv6 /64 are one network', () => {
  networks.accept('a', '2001:db8:1:2::9', 0);
  expect(networks.accept('a', '2001:db8:1:2:ffff::1', 1)).toBe(true);
  expect(networks.accept('a', '2001:db8:1:3::9', 1)).toBe(false);
});
