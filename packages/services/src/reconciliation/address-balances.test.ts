/** Readings of balances: which addresses are read, and which readings are those of a block. */
import { productId } from '@salar/protocol';
import { beforeEach, describe, expect, test } from 'vitest';
import { AddressBalances } from './address-balances.ts';
import type { BalanceReader } from './address-balances.ts';

const usdt = productId(3);
const minuteMs = 60_000;

let now: number;
/** The newest height of the node, and what it has of each address. */
let head: number;
let held: Map<string, bigint>;
/** The addresses of each request. */
let requests: (readonly string[])[];

beforeEach(() => {
  now = 0;
  head = 100;
  held = new Map();
  requests = [];
});

/** @param onRead  called after each request: the node goes on */
function open(isPinned: boolean, onRead = () => {}): AddressBalances {
  const reader: BalanceReader = {
    read: async (_, addresses) => {
      requests.push(addresses);
      const balances = addresses.map((address) => held.get(address) ?? 0n);
      onRead();
      return balances;
    },
    head: isPinned ? null : async () => head,
    readsAtOnce: 4,
  };
  return new AddressBalances({ reader, products: [usdt], clock: () => now });
}

function fill(balances: AddressBalances, count: number): readonly string[] {
  const addresses = Array.from({ length: count }, (_, place) => `address ${place}`);
  for (const address of addresses) {
    held.set(address, 1n);
    balances.add(address);
  }
  return addresses;
}

const countRead = () => requests.reduce((sum, addresses) => sum + addresses.length, 0);

describe('a node with old balances', () => {
  test('is read in batches, then for what moved and a share of the others: all within the hour', async () => {
    const balances = open(true);
    const [hot = '', moved = '', ...others] = fill(balances, 3_000);
    expect(await balances.refresh(100, [hot])).toBe(true);
    expect([countRead(), balances.sum(usdt)]).toEqual([3_000, 3_000n]);
    expect(requests.every((addresses) => addresses.length <= 100)).toBe(true);
    requests = [];
    held.set(moved, 5n);
    balances.forget(moved);
    now += minuteMs;
    expect(await balances.refresh(101, [hot])).toBe(true);
    expect(balances.sum(usdt)).toBe(3_004n);
    expect(countRead()).toBeLessThanOrEqual(62);
    for (let minute = 0; minute < 60; minute += 1) {
      now += minuteMs;
      await balances.refresh(102 + minute, [hot]);
    }
    const read = new Set(requests.flat());
    expect(others.filter((address) => !read.has(address))).toEqual([]);
  });

  test('is read again above the block at which a reorganisation began, and no further', async () => {
    const balances = open(true);
    const [first = '', second = ''] = fill(balances, 2);
    await balances.refresh(100, []);
    balances.forget(second);
    await balances.refresh(105, []);
    requests = [];
    balances.forgetAbove(103);
    await balances.refresh(104, []);
    expect(requests.flat()).toEqual([second]);
    expect(balances.has(first)).toBe(true);
  });

  test('that fails is read for the rest in the next turn', async () => {
    let reads = 0;
    const balances = open(true, () => {
      reads += 1;
      if (reads === 5) throw new Error('the node did not answer');
    });
    fill(balances, 1_000);
    await expect(balances.refresh(100, [])).rejects.toThrow('the node did not answer');
    expect(await balances.refresh(100, [])).toBe(true);
    expect(balances.sum(usdt)).toBe(1_000n);
    expect(requests).toHaveLength(11);
  });
});

describe('a node with newest balances only', () => {
  test('counts readings of before once the tickets have reached them', async () => {
    const balances = open(false, () => {
      head += 1;
    });
    const [hot = ''] = fill(balances, 500);
    expect(await balances.refresh(100, [hot])).toBe(false);
    requests = [];
    expect(await balances.refresh(head, [hot])).toBe(true);
    expect([requests.flat(), balances.sum(usdt)]).toEqual([[hot], 500n]);
  });

  test('never counts a wallet that moved between the two readings, or one read below the block', async () => {
    const balances = open(false, () => {
      head += 1;
    });
    const [hot = ''] = fill(balances, 1);
    await balances.refresh(100, [hot]);
    held.set(hot, 2n);
    expect(await balances.refresh(head, [hot])).toBe(false);
    expect(await balances.refresh(head + 1, [hot])).toBe(false);
    expect(await balances.refresh(head, [hot])).toBe(true);
    expect(balances.sum(usdt)).toBe(2n);
  });

  test('counts at once while it stays at the block', async () => {
    const balances = open(false);
    const [hot = ''] = fill(balances, 5);
    held.set(hot, 7n);
    expect(await balances.refresh(100, [hot])).toBe(true);
    expect(balances.sum(usdt)).toBe(11n);
  });
});
