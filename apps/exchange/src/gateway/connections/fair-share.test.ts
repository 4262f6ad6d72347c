import { expect, test } from 'vitest';
import { selectExcess } from './fair-share.ts';

type Item = { readonly owner: string; readonly size: number; readonly mayEnd?: false };

const select = (total: number, ...items: Item[]) =>
  selectExcess(items, {
    owner: ({ owner }) => owner,
    size: ({ size }) => size,
    mayEnd: ({ mayEnd }) => mayEnd !== false,
    total,
  }).map(({ owner, size }) => `${owner} ${size}`);

test('nothing is given up while all fit', () => {
  expect(select(100)).toEqual([]);
  expect(select(100, { owner: 'a', size: 90 }, { owner: 'b', size: 10 })).toEqual([]);
});

test('the owner with most gives up, although others have larger items', () => {
  const many = [30, 30, 30].map((size) => ({ owner: 'many', size }));
  expect(select(120, { owner: 'one', size: 50 }, ...many)).toEqual(['many 30']);
});

test('an owner gives up no more than brings it to the share', () => {
  const of = (owner: string) => Array.from({ length: 4 }, () => ({ owner, size: 10 }));
  expect(select(60, ...of('a'), ...of('b'), { owner: 'c', size: 5 })).toEqual(['a 10', 'a 10', 'b 10']);
});

test('among equal owners the first ones give up, and only as many as needed', () => {
  const items = ['a', 'b', 'c', 'd'].map((owner) => ({ owner, size: 1 }));
  expect(select(2, ...items)).toEqual(['a 1', 'b 1']);
});

test('what may not end is kept, and its owner counts with it', () => {
  const kept = { owner: 'a', size: 50, mayEnd: false as const };
  expect(select(60, kept, { owner: 'a', size: 20 }, { owner: 'b', size: 20 })).toEqual(['a 20']);
  expect(select(10, kept)).toEqual([]);
});
