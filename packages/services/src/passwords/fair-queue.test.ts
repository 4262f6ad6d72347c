import { expect, test } from 'vitest';
import { FairQueue } from './fair-queue.ts';
import type { HashCaller } from './fair-queue.ts';

type Item = { readonly caller: HashCaller };
let accounts = 0;
/** Waits for an account of its own, unless one is given. */
const from = (address: string, caller: Partial<HashCaller> = {}): Item => {
  accounts += 1;
  return { caller: { account: `user ${accounts}`, address, isKnownDevice: false, ...caller } };
};
const known = { isKnownDevice: true } as const;
const addAll = (queue: FairQueue<Item>, items: readonly Item[]) => items.filter((item) => queue.add(item));
const takeAddresses = (queue: FairQueue<Item>, count: number) =>
  Array.from({ length: count }, () => queue.take()?.caller.address);
/** Callers from as many sites, each with its own connection. */
const fromSites = (count: number, caller: Partial<HashCaller> = {}) =>
  Array.from({ length: count }, (_none, site) => from(`10.${site >> 8}.${site & 255}.1`, caller));

test('P1 sites take turns, and so do the connections of a site', () => {
  const queue = new FairQueue<Item>();
  for (let count = 0; count < 3; count += 1) queue.add(from('2001:db8:1:100::1'));
  for (const address of ['2001:db8:1:200::1', '2001:db8:2::1', '203.0.113.9', '203.0.113.10'])
    queue.add(from(address));
  expect(takeAddresses(queue, 8)).toEqual([
    '2001:db8:1:100::1',
    '2001:db8:2::1',
    '203.0.113.9',
    '2001:db8:1:200::1',
    '203.0.113.10',
    '2001:db8:1:100::1',
    '2001:db8:1:100::1',
    undefined,
  ]);
});

test('P1 a full queue of strangers refuses strangers; known devices have eight of nine turns', () => {
  const queue = new FairQueue<Item>();
  expect(addAll(queue, fromSites(300))).toHaveLength(150);
  expect(addAll(queue, fromSites(500, known))).toHaveLength(300);
  const turns = Array.from({ length: 90 }, () => queue.take()?.caller.isKnownDevice);
  expect(turns.filter((isKnown) => isKnown === true)).toHaveLength(80);
  expect(turns.indexOf(false)).toBe(8);
});

test('P1 one /56, one /48, one /24 and one account hold only their share', () => {
  const queue = new FairQueue<Item>();
  const host = (number: number) => number.toString(16).padStart(2, '0');
  const numbers = Array.from({ length: 200 }, (_none, number) => number);
  expect(
    addAll(
      queue,
      numbers.map((number) => from(`2001:db8:1:a${host(number)}::1`)),
    ),
  ).toHaveLength(32);
  expect(
    addAll(
      queue,
      numbers.map((number) => from(`2001:db8:1:${host(number)}00::1`)),
    ),
  ).toHaveLength(32);
  expect(
    addAll(
      queue,
      numbers.map((number) => from(`203.0.113.${number}`)),
    ),
  ).toHaveLength(64);
  const one = { account: 'user one' };
  expect(addAll(queue, fromSites(50, one))).toHaveLength(3);
  expect(addAll(queue, fromSites(50, { ...one, ...known }))).toHaveLength(3);
});

test('an item that was taken or gave up frees its place', () => {
  const queue = new FairQueue<Item>();
  const waiting = addAll(queue, fromSites(10, { account: 'user one' }));
  const [first, second] = waiting;
  expect(queue.take()).toBe(first);
  if (second) queue.remove(second);
  if (second) queue.remove(second);
  expect(queue.countAhead({ isKnownDevice: false })).toBe(1);
  expect(addAll(queue, fromSites(10, { account: 'user one' }))).toHaveLength(2);
  expect(queue.drain()).toHaveLength(3);
  expect(queue.take()).toBeUndefined();
  expect(addAll(queue, fromSites(10, { account: 'user one' }))).toHaveLength(3);
});

test('those ahead of a caller are counted with the turns of the other lane', () => {
  const queue = new FairQueue<Item>();
  addAll(queue, fromSites(10));
  addAll(queue, fromSites(40, known));
  expect(queue.countAhead({ isKnownDevice: true })).toBe(45);
  expect(queue.countAhead({ isKnownDevice: false })).toBe(50);
});
