import { Button, Card, ErrorState, Skeleton, formatDecimal, formatMoney, useUiTexts } from '@salar/ui';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useLocation } from 'react-router';
import { PageHeading } from '../../lib/page-heading.tsx';
import { Announcement } from '../../lib/announcement.tsx';
import { useFailureText } from '../../lib/failures/use-failure-text.ts';
import { SwapLines } from './swap-lines.tsx';
import type { SwapObstacle } from './swap-obstacle.ts';
import { SwapResult } from './swap-result.tsx';
import { SwapReview } from './swap-review.tsx';
import type { AgreedQuote } from './swap-review.tsx';
import { SwapWells } from './swap-wells.tsx';
import type { Swap } from './use-swap.ts';
import { useSwap } from './use-swap.ts';
import { useSendSwap } from './use-send-swap.ts';
import { useTolerance } from './use-tolerance.ts';

/** Swaps one product for another at market. */
export function SwapPage() {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const swap = useSwap();
  return (
    <div className="mx-auto flex w-full max-w-md flex-col gap-5">
      <PageHeading title={t('swap.title')} />
      {swap.error ? (
        <Card>
          <ErrorState title={t('swap.errors.load')} retryLabel={t('common.retry')} onRetry={swap.retry}>
            {failureText(swap.error)}
          </ErrorState>
        </Card>
      ) : swap.isReady ? (
        <SwapCard swap={swap} />
      ) : (
        <SwapSkeleton label={t('swap.loading')} />
      )}
    </div>
  );
}

function SwapCard({ swap }: { readonly swap: Swap }) {
  const amountRef = useFocusWhenPreselected();
  const [agreed, setAgreed] = useState<AgreedQuote | null>(null);
  const tolerance = useTolerance();
  const { send, isSending, outcome, dismiss } = useSendSwap(swap);
  const typed = swap.amounts.drafts[swap.amounts.typedSide];
  const buttonText = useButtonText(swap);
  const announcementId = useId();
  const announcement = useSwapAnnouncement(swap, buttonText);
  useOnNewAmount(swap, () => {
    // Next to a new amount the figures of the last swap would be taken for the new ones. An unknown or refused outcome
    // stays.
    if (outcome?.kind === 'accepted') dismiss();
  });

  async function confirm() {
    if (agreed === null || tolerance.value === null) return;
    const wasAttempted = await send(agreed, tolerance.value);
    setAgreed(null);
    // Whatever the outcome (product spec, section 4); an order that never reached the market stays to be sent again.
    if (wasAttempted) swap.amounts.clear();
  }

  function agree() {
    const { pair, quote } = swap;
    if (pair !== null && quote !== null) setAgreed({ pair, quote });
  }

  return (
    <Card>
      <form
        className="flex flex-col gap-4 max-sm:gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (swap.obstacle !== null) return;
          // Until another swap is sent, an unknown outcome is still being resolved.
          if (outcome?.kind !== 'unknown') dismiss();
          agree();
        }}
      >
        <SwapWells swap={swap} amountRef={amountRef} announcedBy={announcementId} />
        <SwapLines swap={swap} isFeeExpected={outcome === null || typed !== ''} />
        {outcome ? <SwapResult outcome={outcome} /> : null}
        <Button type="submit" isFullWidth isDisabled={swap.obstacle !== null}>
          {buttonText}
        </Button>
        <Announcement id={announcementId} text={announcement} />
      </form>
      <SwapReview
        swap={swap}
        tolerance={tolerance}
        obstacleText={swap.obstacle === null ? null : buttonText}
        agreed={agreed}
        onAgree={agree}
        onConfirm={() => void confirm()}
        onCancel={() => setAgreed(null)}
        isBusy={isSending}
      />
    </Card>
  );
}

/** Calls `begin` during render, each time the customer enters another amount; clearing the fields does not count. */
function useOnNewAmount({ amounts: { typedSide, drafts } }: Swap, begin: () => void): void {
  const text = drafts[typedSide];
  const [seen, setSeen] = useState(text);
  if (seen === text) return;
  setSeen(text);
  if (text !== '') begin();
}

/** The label of the button names what is missing. */
function useButtonText({ obstacle, from, pair, quote, places, amounts }: Swap): string {
  const { t } = useTranslation();
  const { amountProblem } = useUiTexts();
  if (obstacle === null) return t('swap.button.review');
  const symbol = from?.symbol ?? '';
  const byObstacle: Record<SwapObstacle, () => string> = {
    offline: () => t('swap.button.offline'),
    chooseAssets: () => t('swap.button.chooseAssets'),
    halted: () => t('swap.button.halted'),
    notAllowed: () => t('swap.button.notAllowed'),
    noPrice: () => t('swap.button.noPrice'),
    unreadable: () => (amounts.problem ? amountProblem(amounts.problem) : ''),
    enterAmount: () => t('swap.button.enterAmount'),
    waiting: () => t('swap.button.waiting'),
    notEnough: () => t('swap.button.notEnough', { symbol }),
    tooLarge: () =>
      t('swap.button.tooLarge', {
        amount: formatDecimal(quote?.pay ?? '', { maxPlaces: places.from }),
        symbol,
      }),
    tooSmall: () =>
      t('swap.button.tooSmall', {
        amount: formatDecimal(pair?.instrument.quantityMin ?? ''),
        symbol: pair?.instrument.baseSymbol ?? '',
      }),
  };
  return byObstacle[obstacle]();
}

/**
 * The announcement about the amounts, in one sentence: their result, or what is missing.
 *
 * It answers the customer's typing. Amounts that move with the market afterwards are not announced again.
 */
function useSwapAnnouncement({ amounts, from, to, obstacle }: Swap, buttonText: string): string {
  const { t } = useTranslation();
  const [said, setSaid] = useState({ about: '', text: '' });
  const { typedSide, drafts } = amounts;
  const about = [typedSide, drafts[typedSide], from?.productId, to?.productId, obstacle].join(' ');
  if (said.about !== about) setSaid({ about, text: sentence() });
  return said.text;

  function sentence(): string {
    if (obstacle === 'notEnough') return t('swap.errors.insufficientFunds');
    if (obstacle !== null || !from || !to) return buttonText;
    return t('swap.spoken', {
      pay: formatMoney(amounts.pay, from.symbol),
      receive: formatMoney(amounts.receive, to.symbol),
    });
  }
}

/** Focuses the amount when the customer arrives with an asset, because it is the next thing to type. */
function useFocusWhenPreselected() {
  const ref = useRef<HTMLInputElement>(null);
  const state: unknown = useLocation().state;
  const isPreselected = typeof state === 'object' && state !== null && 'fromCrypto' in state;
  useEffect(() => {
    if (isPreselected) ref.current?.focus();
  }, [isPreselected]);
  return ref;
}

function SwapSkeleton({ label }: { readonly label: string }) {
  return (
    <Card>
      <div aria-busy="true" aria-label={label} role="status" className="flex flex-col gap-4">
        <Skeleton className="h-36 w-full rounded-lg" />
        <Skeleton className="h-36 w-full rounded-lg" />
        <Skeleton className="h-5 w-full" />
        <Skeleton className="h-11 w-full rounded-md" />
      </div>
    </Card>
  );
}
