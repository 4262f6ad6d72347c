import { cx, formatDecimal } from '@salar/ui';
import { useMemo, useState } from 'react';
import type { PointerEvent } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type { Instrument } from '../../../api/calls/market-data/get-instruments.ts';
import { countPlaces } from '../market/increments.ts';
import type { MarketStore } from '../market/market-store.ts';
import { useMarketPart } from '../market/use-market-part.ts';
import { findDepthAt, buildDepthCurve, buildHillPath } from './depth-curve.ts';

/** The quantity at each distance from the market, on both sides. The ladder has the same data as text. */
export function DepthChart({
  store,
  instrument,
}: {
  readonly store: MarketStore;
  readonly instrument: Instrument;
}) {
  const { t } = useTranslation();
  const book = useMarketPart(store, 'book');
  const curve = useMemo(() => (book ? buildDepthCurve(book) : null), [book]);
  const [pointed, setPointed] = useState<number | null>(null);
  const point = curve && pointed !== null ? findDepthAt(curve, pointed) : null;
  const places = countPlaces(instrument.priceIncrement);
  const price = (text: string) => formatDecimal(text, { minPlaces: places, maxPlaces: places });

  function look(event: PointerEvent) {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    setPointed((event.clientX - left) / width);
  }

  if (book && !curve)
    return (
      <p className="grid size-full place-items-center text-small text-ink-3">{t('trade.depth.empty')}</p>
    );
  if (!curve) return null;
  return (
    <figure className="absolute inset-0 flex flex-col">
      <figcaption className="num flex min-h-6 justify-between gap-3 px-3 text-small text-ink-3">
        {point ? (
          <span className={point.side === 'buy' ? 'text-gain' : 'text-loss'}>
            {t(point.side === 'buy' ? 'trade.depth.bidsTo' : 'trade.depth.asksTo', {
              price: price(point.price),
              quantity: formatDecimal(point.total.toFixed(6), { maxPlaces: 6 }),
              symbol: instrument.baseSymbol,
            })}
          </span>
        ) : (
          <span>{t('trade.depth.hint')}</span>
        )}
      </figcaption>
      <svg
        viewBox="0 0 1000 1000"
        preserveAspectRatio="none"
        role="img"
        aria-label={t('trade.depth.label')}
        onPointerMove={look}
        onPointerLeave={() => setPointed(null)}
        className="min-h-0 w-full grow cursor-crosshair"
      >
        <Hill path={buildHillPath(curve.bids, 0)} side="buy" />
        <Hill path={buildHillPath(curve.asks, 1)} side="sell" />
        {pointed === null ? null : (
          <path
            d={`M${(pointed * 1000).toFixed(0)} 0V1000`}
            className="stroke-line-strong"
            vectorEffect="non-scaling-stroke"
          />
        )}
      </svg>
      <div
        aria-hidden="true"
        className="num flex justify-between px-3 py-1 text-micro font-medium text-ink-3"
      >
        <span>{price(curve.bids.at(-1)?.price ?? '0')}</span>
        <span className="text-ink-2">{t('trade.depth.middle')}</span>
        <span>{price(curve.asks.at(-1)?.price ?? '0')}</span>
      </div>
    </figure>
  );
}

function Hill({ path, side }: { readonly path: string; readonly side: 'buy' | 'sell' }) {
  return (
    <path
      d={path}
      vectorEffect="non-scaling-stroke"
      className={cx(side === 'buy' ? 'fill-gain-soft stroke-gain' : 'fill-loss-soft stroke-loss')}
      strokeWidth="1.5"
    />
  );
}
