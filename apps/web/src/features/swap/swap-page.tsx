import { Button, Card, ErrorState, Skeleton, formatDecimal, formatMoney, useUiTexts } from '@salar/ui';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { PageHeading } from '../../lib/page-heading.tsx';
import { Announcement } from '../../lib/announcement.tsx';
import { useFailureText } from '../../lib/use-failure-text.ts';
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

/** Swap one product for another at market. */
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
    // Under a new amount the figures of the last swap would read as those of this one. What is unknown or refused stays.
    if (outcome?.kind === 'accepted') dismiss();
  });

  async function confirm() {
    if (agreed === null || tolerance.value === null) return;
    const wasAttempted = await send(agreed, tolerance.value);
    setAgreed(null);
    // Whatever came of it (product spec, section 4); what never reached the market is still there to press again.
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
          // Until another swap is sent, the exchange is still asked about the one whose outcome is unknown.
          if (outcome?.kind !== 'unknown') dismiss();
          agree();
        }}
      >
        <SwapWells swap={swap} amountRef={amountRef} spokenBy={announcementId} />
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

/** Calls `begin` while drawing, each time the customer puts another amount into a field; emptying the fields does not count. */
function useOnNewAmount({ amounts: { typedSide, drafts } }: Swap, begin: () => void): void {
  const text = drafts[typedSide];
  const [seen, setSeen] = useState(text);
  if (seen === text) return;
  setSeen(text);
  if (text !== '') begin();
}

/** The button says what is missing. */
function useButtonText({ obstacle, from, pair, quote, places, amounts }: Swap): string {
  const { t } = useTranslation();
  const { amountProblem } = useUiTexts();
  if (obstacle === null) return t('swap.button.review');
  const symbol = from?.symbol ?? '';
  const byObstacle: Record<SwapObstacle, () => string> = {
    offline: () => t('swap.button.offline'),
    chooseAssets: () => t('swap.button.chooseAssets'),
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
 * What is said of the amounts, in one sentence: what they come to, or what is missing.
 *
 * It answers what the customer did. Amounts that move with the market afterwards are not said again.
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

/** Coming from the dashboard with an asset, the amount is the next thing to type. */
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
