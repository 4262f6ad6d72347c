import { formatDecimal } from '@salar/ui';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { Holding } from '../../customer/holdings.ts';

/** Fills of one order change a balance several times; only the settled balance is announced. */
const restMs = 1500;

/** Announces changed balances to screen readers: politely, and never for a price that moves. */
export function BalanceNews({
  holdings,
  isHidden,
}: {
  readonly holdings: readonly Holding[] | undefined;
  readonly isHidden: boolean;
}) {
  const { t } = useTranslation();
  const announced = useRef<ReadonlyMap<number, string> | null>(null);
  const [news, setNews] = useState('');
  useEffect(() => {
    if (!holdings) return undefined;
    const before = announced.current;
    const now = new Map(holdings.map(({ productId, amount }) => [productId, amount]));
    if (before === null) {
      announced.current = now;
      return undefined;
    }
    const changed = holdings.filter(({ productId, amount }) => before.get(productId) !== amount);
    if (changed.length === 0) return undefined;
    const timer = setTimeout(() => {
      announced.current = now;
      const sentences = changed.map(({ symbol, amount }) =>
        isHidden
          ? t('balances.balanceChanged', { symbol })
          : t('balances.balanceNow', { symbol, amount: formatDecimal(amount) }),
      );
      setNews(sentences.join(' '));
    }, restMs);
    return () => clearTimeout(timer);
  }, [holdings, isHidden, t]);
  return (
    <p role="status" className="sr-only">
      {news}
    </p>
  );
}
