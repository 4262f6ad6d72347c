import { InlineNotice } from '@salar/ui';
import type { Instrument } from '../../api/calls/market-data/get-instruments.ts';
import { useHaltText } from './use-halt-text.ts';

/** Says why a market does not trade, and since when; nothing for one that trades. */
export function MarketHaltNotice({ instrument }: { readonly instrument: Instrument }) {
  const text = useHaltText()(instrument);
  return text === null ? null : (
    <InlineNotice tone="warn" isAnnounced>
      {text}
    </InlineNotice>
  );
}
