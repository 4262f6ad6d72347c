import { describe, expect, test } from 'vitest';
import { buildHistoryPath, readHistoryTarget, removeHistoryTarget } from './history-path.ts';
import type { HistoryTarget } from './history-path.ts';

const readQuery = (path: string) => new URLSearchParams(path.split('?')[1]);

describe('the address of a line of the history', () => {
  test.each<HistoryTarget>([
    { productId: 3, tab: 'trades', line: 'order-5120' },
    { productId: 1, tab: 'withdrawals', line: 'ticket-17' },
    { productId: 5, tab: 'deposits', line: 'newest' },
    { productId: 5, tab: 'trades', line: null },
  ])('round-trips: $tab of $productId, $line', (target) => {
    expect(readHistoryTarget(readQuery(buildHistoryPath(target)))).toEqual(target);
  });

  test.each(['', 'asset=', 'asset=x', 'asset=-1', 'asset=1.5', 'history=trades&line=newest'])(
    '%s names no target',
    (query) => {
      expect(readHistoryTarget(new URLSearchParams(query))).toBeNull();
    },
  );

  test('an unknown list or line falls back to the trades and no line', () => {
    const query = new URLSearchParams('asset=3&history=secrets&line=javascript:alert(1)');
    expect(readHistoryTarget(query)).toEqual({ productId: 3, tab: 'trades', line: null });
  });

  test('is removed from a query without touching the rest', () => {
    const query = new URLSearchParams('wallet=0x1&asset=3&history=trades&line=newest');
    expect(removeHistoryTarget(query).toString()).toBe('wallet=0x1');
  });
});
