import { formatDateTime } from '@salar/ui';
import type { Instrument, MarketHalt } from '../../api/calls/market-data/get-instruments.ts';
import { useTranslation } from '../../i18n/use-translation.ts';

/** Returns a function that says why a market does not trade, and since when, in the current language; null for one that trades. */
export function useHaltText(): (instrument: Instrument) => string | null {
  const { i18n } = useTranslation();
  const { t } = i18n;
  return ({ baseSymbol, quoteSymbol, halt }) => {
    if (halt === null) return null;
    const { cause } = halt;
    const sentences = [
      t(`market-halt.state.${halt.state}`, { pair: `${baseSymbol}/${quoteSymbol}` }),
      ...(isKnownCause(cause) ? [t(`market-halt.cause.${cause}`)] : []),
      ...(halt.since === null
        ? []
        : [t('market-halt.since', { time: formatDateTime(halt.since, i18n.language) })]),
    ];
    return sentences.join(' ');
  };
}

const causes = [
  'Maintenance',
  'Volatility',
  'Prices',
  'Network',
  'Incident',
  'Authority',
  'Opening',
] as const;

/** A cause that a newer exchange gives has no sentence here. */
function isKnownCause(cause: MarketHalt['cause']): cause is (typeof causes)[number] {
  return (causes as readonly string[]).includes(cause);
}
