import {
  Button,
  InlineNotice,
  RateLine,
  cx,
  formatDateTime,
  formatDecimal,
  formatMoney,
  formatPrice,
} from '@salar/ui';
import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { subtract } from '../../money/decimal.ts';
import { MarketHaltNotice } from '../../parts/market-halt/market-halt-notice.tsx';
import { computeUnitRates } from './swap-maths.ts';
import type { Swap } from './use-swap.ts';

/**
 * The costs of the swap: rate and fee; or, without a market, the assets that can be swapped.
 *
 * @param isFeeExpected  reserves the height of the fee's lines, so that the button does not move when they arrive
 */
export function SwapLines({ swap, isFeeExpected }: { readonly swap: Swap; readonly isFeeExpected: boolean }) {
  const { t } = useTranslation();
  const net = computeNetReceived(swap);
  if (swap.from && swap.to && swap.pair === null) return <NoMarket swap={swap} />;
  return (
    <dl
      className={cx(
        'flex flex-col gap-1 text-small max-sm:gap-0',
        isFeeExpected && 'min-h-26 max-sm:min-h-24',
      )}
    >
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-4">
        <dt className="text-ink-2">{t('swap.rate.label')}</dt>
        <dd>
          <Rate swap={swap} />
        </dd>
      </div>
      {swap.fee ? (
        <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-4">
          <dt className="text-ink-2">{t('swap.fee.label')}</dt>
          <dd className="num text-ink-1">
            {t('swap.fee.line', { amount: formatFee(swap), symbol: swap.to?.symbol ?? '' })}
          </dd>
        </div>
      ) : null}
      {net === null ? null : (
        <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-4 text-body font-semibold">
          <dt>{t('swap.net')}</dt>
          <dd className="num">{formatMoney(net, swap.to?.symbol ?? '', { maxPlaces: swap.places.to })}</dd>
        </div>
      )}
    </dl>
  );
}

/** Computes the customer's amount after the fee; null while one of the two is unknown. */
export function computeNetReceived({ quote, fee }: Swap): string | null {
  return quote === null || quote.isBeyondDepth || !fee ? null : subtract(quote.receive, fee.fee);
}

function Rate({ swap }: { readonly swap: Swap }) {
  const { t } = useTranslation();
  const [isInverted, setIsInverted] = useState(false);
  const { rates } = swap;
  const language = useTranslation().i18n.language;
  const line = useRateLine(swap, isInverted);
  return (
    <RateLine
      text={line}
      invertLabel={t('swap.rate.invert')}
      onInvert={() => setIsInverted(!isInverted)}
      isStale={!rates.isCurrent}
      ageLabel={
        line === null
          ? t('swap.rate.none')
          : rates.isCurrent || rates.at === undefined
            ? t(rates.isCurrent ? 'swap.rate.fresh' : 'swap.rate.old')
            : t('swap.rate.of', { time: formatDateTime(rates.at, language, 'time') })
      }
    />
  );
}

/** Formats "1 BTC = 104,210.40 USDT" or its inverse; null without a price. */
export function useRateLine({ pair, price, from, to }: Swap, isInverted = false): string | null {
  const { t } = useTranslation();
  const rates = pair && price !== null ? computeUnitRates(pair, price) : null;
  if (!rates || !from || !to) return null;
  const [one, other] = isInverted ? [to, from] : [from, to];
  const rate = isInverted ? rates.backward : rates.forward;
  return t('swap.rate.line', { one: one.symbol, rate: formatPrice(rate), other: other.symbol });
}

/** Formats the fee, rounded up: fees are never shown smaller than they are. */
export function formatFee({ fee, places }: Swap): string {
  return fee ? formatDecimal(fee.fee, { maxPlaces: places.to, rounding: 'up' }) : '';
}

function NoMarket({ swap }: { readonly swap: Swap }) {
  const { t } = useTranslation();
  return (
    <div className="flex flex-col gap-3">
      {swap.halted ? (
        <MarketHaltNotice instrument={swap.halted} />
      ) : (
        <InlineNotice tone="warn">{t('swap.errors.swapNotAllowed')}</InlineNotice>
      )}
      {swap.partners.length > 0 && swap.from ? (
        <div role="group" aria-labelledby="swap-partners" className="flex flex-col gap-2">
          <p id="swap-partners" className="text-small text-ink-2">
            {t('swap.partners', { symbol: swap.from.symbol })}
          </p>
          <div className="flex flex-wrap gap-2">
            {swap.partners.map((partner) => (
              <Button
                key={partner.productId}
                variant="quiet"
                size="sm"
                onPress={() => swap.chooseTo(partner.productId)}
              >
                {partner.symbol}
              </Button>
            ))}
          </div>
        </div>
      ) : null}
    </div>
  );
}
