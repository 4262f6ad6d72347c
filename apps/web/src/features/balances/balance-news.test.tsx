import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Holding } from '../../customer/holdings.ts';
import { loadTexts, startI18n } from '../../i18n/i18n.ts';
import { BalanceNews } from './balance-news.tsx';

beforeAll(async () => {
  await startI18n();
  await loadTexts('balances');
});
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function holding(productId: number, symbol: string, amount: string): Holding {
  return {
    productId,
    symbol,
    fullName: symbol,
    isFiat: false,
    decimals: 6,
    canDeposit: true,
    canWithdraw: true,
    amount,
    hold: '0',
    available: amount,
    iconUrl: null,
    networks: [],
  };
}

const bitcoin = holding(1, 'BTC', '0.5');
const onEthereum = holding(3, 'USDT', '10');
const onTron = holding(4, 'USDT', '20');

async function announcementAfter(first: readonly Holding[], second: readonly Holding[]) {
  const { rerender } = render(<BalanceNews holdings={first} isHidden={false} />);
  rerender(<BalanceNews holdings={second} isHidden={false} />);
  await act(() => vi.runAllTimersAsync());
  return screen.getByRole('status').textContent;
}

test('of two products with the same symbol, only the one that changed is announced', async () => {
  const before = [bitcoin, onEthereum, onTron];
  const after = [bitcoin, onEthereum, holding(4, 'USDT', '25')];
  expect(await announcementAfter(before, after)).toBe('Your USDT balance is now 25.00.');
});

test('balances that were loaded again without a change are not announced', async () => {
  const before = [bitcoin, onEthereum, onTron];
  expect(await announcementAfter(before, [holding(1, 'BTC', '0.5'), onEthereum, onTron])).toBe('');
});
