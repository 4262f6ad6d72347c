import { expect, test } from 'vitest';
import { computeMac, describeWrongMac, isMac, readMacKeyId } from './mac-keys.ts';
import type { MacKey } from './mac-keys.ts';

const first = { id: 1, key: Buffer.alloc(32, 1) };
const second = { id: 2, key: Buffer.alloc(32, 2) };
const compute = (text: string) => (key: MacKey) => computeMac(key, text);

test('a MAC of key 1 is that of a key without an id; others begin with their id', () => {
  const plain = computeMac(first.key, 'text');
  expect(computeMac([first], 'text')).toEqual(plain);
  expect([plain.length, readMacKeyId(plain)]).toEqual([32, 1]);
  const mac = computeMac([second, first], 'text');
  expect([mac.length, readMacKeyId(mac)]).toEqual([33, 2]);
  expect(isMac([second, first], plain, compute('text'))).toBe(true);
  expect(isMac([first, second], mac, compute('text'))).toBe(true); // whichever key is the current one
});

test('a MAC of a key that is not in the ring, or of another text, is refused', () => {
  const mac = computeMac([first], 'text');
  expect(isMac([second], mac, compute('text'))).toBe(false);
  expect(describeWrongMac([second], mac)).toBe('its MAC is of key 1, which is not in the ring');
  expect(isMac([second, first], mac, compute('other'))).toBe(false);
  expect(describeWrongMac([second, first], mac)).toBe('its MAC of key 1 is wrong');
});

test.each([
  ['under an unknown id', Buffer.concat([Buffer.of(9), computeMac(second.key, 'text')])],
  ['with the id of key 1 before it', Buffer.concat([Buffer.of(1), computeMac(first.key, 'text')])],
  ['of key 1 under the id of key 2', Buffer.concat([Buffer.of(2), computeMac(first.key, 'text')])],
  ['that is empty', Buffer.alloc(0)],
  ['that is too long', Buffer.alloc(64, 1)],
])('a MAC %s is refused', (_, mac) => {
  expect(isMac([second, first], mac, compute('text'))).toBe(false);
});
