import type { Lease } from '@salar/store';
import { expect, test } from 'vitest';
import { LeaseWatch } from './lease-watch.ts';

const lease = (fields: Partial<Lease>): Lease => ({
  epoch: 1,
  holder: 'ana',
  termMs: 1000,
  renewal: 'first',
  ageMs: 0,
  isWritable: true,
  ...fields,
});

function isFreeAfter(looks: readonly (readonly [at: number, lease: Lease])[]): boolean {
  const watch = new LeaseWatch();
  for (const [at, seen] of looks) watch.observe(seen, at);
  return watch.isFree();
}

test('no lease is free before it was observed', () => {
  expect(isFreeAfter([])).toBe(false);
});

test('a released lease is free at once', () => {
  expect(isFreeAfter([[0, lease({ renewal: null, ageMs: null })]])).toBe(true);
});

test('a lease that was not renewed for its term is free', () => {
  const looks = [
    [0, lease({ ageMs: 10 })],
    [1001, lease({ ageMs: 1011 })],
  ] as const;
  expect(isFreeAfter(looks.slice(0, 1))).toBe(false);
  expect(isFreeAfter(looks)).toBe(true);
});

test.each([
  ['is old at the first observation: the leader may be about to renew it', [[0, lease({ ageMs: 90_000 })]]],
  [
    'grew old in no time: the database clock was set, or the machine was suspended',
    [
      [0, lease({ ageMs: 10 })],
      [20, lease({ ageMs: 90_000 })],
    ],
  ],
  [
    'is young by the database clock, however long ago it was observed',
    [
      [0, lease({ ageMs: 10 })],
      [90_000, lease({ ageMs: 500 })],
    ],
  ],
  [
    'was renewed meanwhile',
    [
      [0, lease({ ageMs: 10 })],
      [2000, lease({ renewal: 'second', ageMs: 1500 })],
    ],
  ],
  [
    'has another holder now',
    [
      [0, lease({ ageMs: 10 })],
      [2000, lease({ epoch: 2, ageMs: 1500 })],
    ],
  ],
] satisfies [string, [number, Lease][]][])('a lease is not free that %s', (_what, looks) => {
  expect(isFreeAfter(looks)).toBe(false);
});

test.each([
  ['away', (watch: LeaseWatch) => watch.miss()],
  ['slow', (watch: LeaseWatch) => watch.observe(lease({ ageMs: 5000 }), 5000, 100)],
  ['read-only', (watch: LeaseWatch) => watch.observe(lease({ ageMs: 5000, isWritable: false }), 5000)],
])('a leader has a whole term for its next renewal after the database was %s', (_what, happen) => {
  const watch = new LeaseWatch();
  watch.observe(lease({ ageMs: 10 }), 0);
  happen(watch);
  expect(watch.isFree()).toBe(false);
  watch.observe(lease({ ageMs: 5100 }), 5100);
  expect(watch.isFree()).toBe(false);
  watch.observe(lease({ ageMs: 5990 }), 5990);
  expect(watch.isFree()).toBe(false);
  watch.observe(lease({ ageMs: 6200 }), 6200);
  expect(watch.isFree()).toBe(true);
});
