import { Card, Carousel, ErrorState, Skeleton, lazyView, notify } from '@salar/ui';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useGetKycLevelsQuery } from './api/get-kyc-levels.ts';
import type { KycLevel } from './api/get-kyc-levels.ts';
import type { CurrentUser } from '../../api/calls/accounts/get-user-info.ts';
import { useCustomer } from '../../customer/use-customer.ts';
import { useAccountPollMs } from '../../store/live-slice.ts';
import type { Account } from '../../api/records/account.ts';
import { PageHeading } from '../../lib/page-heading.tsx';
import { useFailureText } from '../../lib/failures/use-failure-text.ts';
import { IdentityDialog } from './identity-dialog.tsx';
import { LevelCard, getHeadlineId } from './level-card.tsx';
import { RequestDialog } from './request-dialog.tsx';
import { useIdentityCheck } from './use-identity-check.ts';

/** Below the levels, so its code may load after them. */
const brazil = lazyView(async () => (await import('../../parts/brazil-form/routes.tsx')).BrazilVerification);

const openDialogPollMs = 2_000;
const reviewPollMs = 5_000;

/** The levels of verification and the way to the first one. */
export function VerificationPage() {
  const { t, i18n } = useTranslation();
  const Brazil = brazil.use(true);
  const failureText = useFailureText();
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  const pollMs = isDialogOpen ? openDialogPollMs : reviewPollMs;
  const { userId, user, account, ...customer } = useCustomer({ accountPollMs: useAccountPollMs(pollMs) });
  // The cards belong to one customer, so the user id is part of the query. Steps of a review are not pushed, so it is
  // polled.
  const cards = useGetKycLevelsQuery(
    { language: i18n.language, userId: userId ?? 0 },
    { skip: userId === null, pollingInterval: pollMs, skipPollingIfUnfocused: true },
  );
  const error = customer.error ?? cards.error;
  const isLoading = customer.isLoading || cards.isLoading;
  const refetch = () => {
    customer.refetch();
    if (userId !== null) void cards.refetch();
  };
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <PageHeading title={t('verification.title')} description={t('verification.description')} />
      {account && user && cards.data ? (
        <>
          <Levels
            cards={cards.data}
            account={account}
            user={user}
            onDialog={setIsDialogOpen}
            refetch={refetch}
          />
          {Brazil ? <Brazil /> : null}
        </>
      ) : error ? (
        <Card>
          <ErrorState title={t('verification.errors.load')} retryLabel={t('common.retry')} onRetry={refetch}>
            {failureText(error)}
          </ErrorState>
        </Card>
      ) : isLoading ? (
        <LevelsSkeleton />
      ) : (
        <Card>
          <ErrorState title={t('verification.errors.invalidUser')} />
        </Card>
      )}
    </div>
  );
}

type LevelsProps = {
  readonly cards: readonly KycLevel[];
  readonly account: Account;
  readonly user: CurrentUser;
  readonly onDialog: (isOpen: boolean) => void;
  readonly refetch: () => void;
};

function Levels({ cards, account, user, onDialog, refetch }: LevelsProps) {
  const { t } = useTranslation();
  const { token, start, renew, close, isStarting, hasFailed } = useIdentityCheck(user);
  const [startIndex] = useState(() => findFirstOpenLevel(cards));
  const [openLevel, setAsked] = useState<KycLevel | null>(null);
  const isOpen = token !== null;
  useEffect(() => onDialog(isOpen), [onDialog, isOpen]);
  useLevelReached(cards, isOpen, close);
  const latestRefetch = useLatest(refetch);
  const progress = useCallback(() => latestRefetch.current(), [latestRefetch]);
  return (
    <>
      <Carousel
        label={t('verification.carousel.label')}
        previousLabel={t('verification.carousel.previous')}
        nextLabel={t('verification.carousel.next')}
        positionLabel={(index) =>
          t('verification.carousel.position', { current: index + 1, total: cards.length })
        }
        startIndex={startIndex}
        slides={cards.map((card) => ({
          id: String(card.level),
          content: (
            <LevelCard
              card={card}
              accountType={account.accountType}
              onStart={() => void start()}
              isStarting={isStarting}
              hasFailed={hasFailed && card.level === 1}
              onRequest={() => setAsked(card)}
            />
          ),
        }))}
      />
      <IdentityDialog
        token={token}
        onClose={close}
        onProgress={progress}
        renew={renew}
        onRetry={() => void start()}
      />
      <RequestDialog
        level={openLevel?.level ?? null}
        label={cards.find(({ level }) => level === openLevel?.level)?.label ?? ''}
        onClose={() => {
          setAsked(null);
          refetch();
        }}
      />
    </>
  );
}

/** The index of the first level that is not verified, or of the last one. */
function findFirstOpenLevel(cards: readonly KycLevel[]): number {
  const open = cards.findIndex(({ level, status }) => level > 0 && status !== 'Verified');
  return open === -1 ? cards.length - 1 : open;
}

/**
 * Shows a toast, closes the check and leads to the level's card when the customer reaches a higher level while the page
 * is open. The cards are the source: when the check closes, the card that it was opened from has already changed, and
 * the focus does not return to a button that is about to disappear.
 */
function useLevelReached(cards: readonly KycLevel[], isCheckOpen: boolean, close: () => void): void {
  const { t } = useTranslation();
  const reached = cards.findLast(({ status }) => status === 'Verified')?.level ?? 0;
  const seen = useRef(reached);
  /** The level whose card is shown once the check has closed. */
  const awaited = useRef<number | null>(null);
  const text =
    reached === 1 ? t('verification.widget.done') : t('verification.levelReached', { level: reached });
  useEffect(() => {
    if (reached > seen.current) {
      notify.success(text);
      if (isCheckOpen) awaited.current = reached;
      close();
    }
    seen.current = reached;
  }, [reached, isCheckOpen, close, text]);
  useEffect(() => {
    if (awaited.current === null || isCheckOpen) return;
    const headline = document.getElementById(getHeadlineId(awaited.current));
    awaited.current = null;
    headline?.focus({ preventScroll: true });
    headline?.scrollIntoView({ block: 'nearest' });
  }, [isCheckOpen, reached]);
}

/** The newest value, for callbacks that must not change. */
function useLatest<T>(value: T) {
  const ref = useRef(value);
  useEffect(() => {
    ref.current = value;
  });
  return ref;
}

function LevelsSkeleton() {
  const { t } = useTranslation();
  return (
    <div role="status" aria-busy="true" aria-label={t('verification.loading')}>
      <Skeleton className="h-96 w-full rounded-xl" />
    </div>
  );
}
