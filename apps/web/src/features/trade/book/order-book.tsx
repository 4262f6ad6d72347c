import { NativeSelect, Skeleton, cx, formatDecimal, formatPercentage } from '@salar/ui';
import { memo, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type { Instrument } from '../../../api/calls/market-data/get-instruments.ts';
import type { MarketSide } from '../../../api/records/market-rows.ts';
import { LastPrice } from '../market-bar/last-price.tsx';
import { listLadderSteps, countPlaces } from '../market/increments.ts';
import type { MarketStore } from '../market/market-store.ts';
import { useMarketPart } from '../market/use-market-part.ts';
import { Panel } from '../panel.tsx';
import { groupPrice, buildLadder, computeSpread } from './ladder.ts';
import type { Rung } from './ladder.ts';

export type OrderBookProps = {
  readonly store: MarketStore;
  readonly instrument: Instrument;
  /** Rungs per side. */
  readonly rungsMax: number;
  /** Prices of the customer's own open orders. */
  readonly ownPrices: readonly { readonly side: MarketSide; readonly price: string }[];
  readonly onPick: (price: string) => void;
  readonly className?: string;
};

/** Offers above, bids below, the market between them. Pressing a rung copies its price to the order form. */
export function OrderBook({ store, instrument, rungsMax, ownPrices, onPick, className }: OrderBookProps) {
  const { t } = useTranslation();
  const book = useMarketPart(store, 'book');
  const steps = useMemo(() => listLadderSteps(instrument.priceIncrement), [instrument.priceIncrement]);
  const [step, setStep] = useState(steps[0] ?? '1');
  const shownStep = steps.includes(step) ? step : (steps[0] ?? '1');
  const ladder = useMemo(
    () => (book ? buildLadder(book, { step: shownStep, rungsMax }) : null),
    [book, shownStep, rungsMax],
  );
  const own = useMemo(
    () => new Set(ownPrices.map(({ side, price }) => `${side} ${groupPrice(price, side, shownStep)}`)),
    [ownPrices, shownStep],
  );
  const places = {
    price: countPlaces(shownStep),
    quantity: Math.min(countPlaces(instrument.quantityIncrement), 6),
  };
  const rungs = (side: MarketSide, list: readonly Rung[]) => (
    <Rungs side={side} rungs={list} rungsMax={rungsMax} places={places} own={own} onPick={onPick} />
  );
  return (
    <Panel
      title={t('trade.book.title')}
      {...(className === undefined ? {} : { className })}
      actions={
        <NativeSelect
          label={t('trade.book.step')}
          options={steps.map((one) => ({ id: one, label: formatDecimal(one, { minPlaces: 0 }) }))}
          value={shownStep}
          onChange={setStep}
          className="num text-small"
        />
      }
    >
      <div
        aria-hidden="true"
        className="grid grid-cols-3 items-end @max-[17rem]:grid-cols-2 gap-2 px-3 pb-1 text-micro font-medium text-ink-3"
      >
        <span>{t('trade.book.price', { symbol: instrument.quoteSymbol })}</span>
        <span className="text-end">{t('trade.book.quantity', { symbol: instrument.baseSymbol })}</span>
        <span className="text-end @max-[17rem]:hidden">{t('trade.book.total')}</span>
      </div>
      {ladder ? rungs('sell', ladder.asks) : <RungsSkeleton rungsMax={rungsMax} />}
      <div className="flex min-h-10 flex-wrap items-center justify-between gap-x-3 px-3 py-1">
        <LastPrice store={store} instrument={instrument} className="text-lead font-semibold" />
        {book ? (
          <Spread amount={computeSpread(book)} places={countPlaces(instrument.priceIncrement)} />
        ) : null}
      </div>
      {ladder ? rungs('buy', ladder.bids) : <RungsSkeleton rungsMax={rungsMax} />}
      <div className="h-2" />
    </Panel>
  );
}

function Spread({
  amount,
  places,
}: {
  readonly amount: ReturnType<typeof computeSpread>;
  readonly places: number;
}) {
  const { t } = useTranslation();
  if (amount === null) return <span className="text-small text-ink-3">{t('trade.book.oneSided')}</span>;
  return (
    <span className="num text-small whitespace-normal text-ink-3">
      {t('trade.book.spread', {
        amount: formatDecimal(amount.amount, { minPlaces: places, maxPlaces: places }),
        percent: formatPercentage(amount.percent),
      })}
    </span>
  );
}

type RungsProps = {
  readonly side: MarketSide;
  readonly rungs: readonly Rung[];
  readonly rungsMax: number;
  readonly places: { readonly price: number; readonly quantity: number };
  readonly own: ReadonlySet<string>;
  readonly onPick: (price: string) => void;
};

/**
 * One side of the ladder, with the best price next to the market. It is one tab stop; the arrow keys move between
 * rungs.
 */
function Rungs({ side, rungs, rungsMax, places, own, onPick }: RungsProps) {
  const { t } = useTranslation();
  const list = useRef<HTMLUListElement>(null);
  const shown = side === 'sell' ? rungs.toReversed() : rungs;
  const best = rungs[0]?.price;

  function move(event: KeyboardEvent) {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (by === undefined || !list.current) return;
    const buttons = [...list.current.querySelectorAll<HTMLElement>('button')];
    const next = buttons[buttons.findIndex((button) => button === document.activeElement) + by];
    if (!next) return;
    event.preventDefault();
    next.focus();
  }

  return (
    <div className={cx('flex flex-col', side === 'sell' && 'justify-end', heights[rungsMax] ?? heights[10])}>
      {shown.length === 0 ? (
        <p className="px-3 py-2 text-center text-small text-ink-3">
          {t(side === 'buy' ? 'trade.book.noBids' : 'trade.book.noAsks')}
        </p>
      ) : (
        <ul
          ref={list}
          aria-label={t(side === 'buy' ? 'trade.book.bids' : 'trade.book.asks')}
          onKeyDown={move}
        >
          {shown.map((rung) => (
            <RungLine
              key={rung.price}
              side={side}
              rung={rung}
              placesOfPrice={places.price}
              placesOfQuantity={places.quantity}
              isOwn={own.has(`${side} ${rung.price}`)}
              isTabStop={rung.price === best}
              onPick={onPick}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

/** The height of a side, whatever it holds, so that nothing jumps. */
const heights: Readonly<Record<number, string>> = { 8: 'h-[12rem]', 10: 'h-[15rem]' };

type RungLineProps = {
  readonly side: MarketSide;
  readonly rung: Rung;
  readonly placesOfPrice: number;
  readonly placesOfQuantity: number;
  readonly isOwn: boolean;
  readonly isTabStop: boolean;
  readonly onPick: (price: string) => void;
};

const RungLine = memo(function RungLine(props: RungLineProps) {
  const { side, rung, placesOfPrice, placesOfQuantity, isOwn, isTabStop, onPick } = props;
  const { t } = useTranslation();
  const quantity = { minPlaces: placesOfQuantity, maxPlaces: placesOfQuantity };
  return (
    <li>
      <button
        type="button"
        tabIndex={isTabStop ? 0 : -1}
        onClick={() => onPick(rung.price)}
        className="num relative grid h-[1.5rem] w-full grid-cols-3 @max-[17rem]:grid-cols-2 items-center gap-2 px-3 text-start text-small hover:bg-sunken focus-visible:-outline-offset-2"
      >
        <span
          aria-hidden="true"
          className={cx(
            'absolute inset-y-px end-0 w-full origin-right',
            side === 'buy' ? 'bg-gain-soft' : 'bg-loss-soft',
          )}
          style={{ transform: `scaleX(${rung.share.toFixed(4)})` }}
        />
        <span className={cx('relative font-medium', side === 'buy' ? 'text-gain' : 'text-loss')}>
          {formatDecimal(rung.price, { minPlaces: placesOfPrice, maxPlaces: placesOfPrice })}
          {isOwn ? (
            <>
              <span
                aria-hidden="true"
                className="absolute top-1/2 -left-2.5 size-1.5 -translate-y-1/2 rounded-full bg-accent"
              />
              <span className="sr-only">{t('trade.book.own')}</span>
            </>
          ) : null}
        </span>
        <span className="relative text-end text-ink-1">{formatDecimal(rung.quantity, quantity)}</span>
        <span className="relative text-end text-ink-2 @max-[17rem]:hidden">
          {formatDecimal(rung.total, quantity)}
        </span>
      </button>
    </li>
  );
}, isSameLine);

/** Most rungs are unchanged from one frame to the next. */
function isSameLine(before: RungLineProps, after: RungLineProps): boolean {
  const { rung: one, ...restBefore } = before;
  const { rung: other, ...restAfter } = after;
  return (
    one.price === other.price &&
    one.quantity === other.quantity &&
    one.total === other.total &&
    one.share === other.share &&
    (Object.keys(restBefore) as (keyof typeof restBefore)[]).every(
      (key) => restBefore[key] === restAfter[key],
    )
  );
}

function RungsSkeleton({ rungsMax }: { readonly rungsMax: number }) {
  return (
    <div aria-busy="true" className={cx('flex flex-col', heights[rungsMax] ?? heights[10])}>
      {Array.from({ length: rungsMax }, (_, place) => (
        <span
          key={place}
          className="grid h-[1.5rem] grid-cols-3 @max-[17rem]:grid-cols-2 items-center gap-2 px-3"
        >
          <Skeleton className="h-3 w-16" />
          <Skeleton className="ms-auto h-3 w-14" />
          <Skeleton className="ms-auto h-3 w-14 @max-[17rem]:hidden" />
        </span>
      ))}
    </div>
  );
}
