import { expect, test } from 'vitest';
import { ShardedMap } from './sharded-map.ts';

test('a sharded map contains what a map would, whatever the keys', () => {
  const entries = new Map<string | number, number>();
  for (let i = 0; i < 2000; i++) {
    entries.set(`deposit ${i}:0`, i);
    entries.set(i * 256, i);
  }
  for (const [i, key] of ['', '€', '\ud800', 2 ** 53 - 1].entries()) entries.set(key, i);
  const map = new ShardedMap<string | number, number>();
  for (const [key, value] of entries) map.set(key, value - 1);
  for (const [key, value] of entries) map.set(key, value);
  expect(map.size).toBe(entries.size);
  for (const [key, value] of entries) expect(map.get(key)).toBe(value);
  expect(new Map(map)).toEqual(entries);
  expect(new Set(map.values())).toEqual(new Set(entries.values()));
  expect(map.has('deposit 1:0')).toBe(true);
  expect(map.has('deposit 1:1')).toBe(false);
  expect(map.get(3)).toBeUndefined();
});
