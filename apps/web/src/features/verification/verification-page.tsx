import { Card, Carousel, ErrorState, Skeleton, notify } from '@salar/ui';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CurrentUser } from '../../api/calls/get-user-info.ts';
import { useCustomer } from '../../api/customer/use-customer.ts';
import type { Account } from '../../api/records/account.ts';
import { PageHeading } from '../../lib/page-heading.tsx';
import { useFailureText } from '../../lib/use-failure-text.ts';
import { IdentityDialog } from './identity-dialog.tsx';
import { LevelCard } from './level-card.tsx';
import { levelStatus } from './level-status.ts';
import { levelCards } from './levels.ts';
import { useIdentityCheck } from './use-identity-check.ts';

const openDialogPollMs = 2_000;
const reviewPollMs = 10_000;

/** The levels of verification and the way to the first one. */
export function VerificationPage() {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  const { user, account, error, isLoading, refetch } = useCustomer({
    accountPollMs: isDialogOpen ? openDialogPollMs : reviewPollMs,
  });
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <PageHeading title={t('verification.title')} description={t('verification.description')} />
      {account && user ? (
        <Levels account={account} user={user} onDialog={setIsDialogOpen} refetch={refetch} />
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
  readonly account: Account;
  readonly user: CurrentUser;
  readonly onDialog: (isOpen: boolean) => void;
  readonly refetch: () => void;
};

function Levels({ account, user, onDialog, refetch }: LevelsProps) {
  const { t } = useTranslation();
  const { token, start, renew, close, isStarting, hasFailed } = useIdentityCheck(user);
  const [startIndex] = useState(() => firstOpenLevel(account));
  const isOpen = token !== null;
  useEffect(() => onDialog(isOpen), [onDialog, isOpen]);
  useLevelReached(account, close);
  const latestRefetch = useLatest(refetch);
  const progress = useCallback(() => latestRefetch.current(), [latestRefetch]);
  return (
    <>
      <Carousel
        label={t('verification.carousel.label')}
        previousLabel={t('verification.carousel.previous')}
        nextLabel={t('verification.carousel.next')}
        positionLabel={(index) =>
          t('verification.carousel.position', { current: index + 1, total: levelCards.length })
        }
        startIndex={startIndex}
        slides={levelCards.map((card) => ({
          id: String(card.level),
          content: (
            <LevelCard
              card={card}
              account={account}
              onStart={() => void start()}
              isStarting={isStarting}
              hasFailed={hasFailed && card.level === 1}
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
    </>
  );
}

/** The first level that is not verified, or the last one. */
function firstOpenLevel({ verificationLevel }: Account): number {
  const open = levelCards.findIndex(
    ({ level }) => level > 0 && levelStatus(verificationLevel, level) !== 'verified',
  );
  return open === -1 ? levelCards.length - 1 : open;
}

/** Says so, and closes the check, when the account arrives at a higher level while the page is open. */
function useLevelReached({ verificationLevel }: Account, close: () => void): void {
  const { t } = useTranslation();
  const seen = useRef(verificationLevel);
  const text = t('verification.widget.done');
  useEffect(() => {
    if (verificationLevel > seen.current) {
      notify.success(text);
      close();
    }
    seen.current = verificationLevel;
  }, [verificationLevel, close, text]);
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
