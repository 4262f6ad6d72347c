import { Button, ButtonLink, FailureArt, SuccessMoment } from '@salar/ui';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useConfirmWithdrawMutation } from '../../api/calls/confirm-withdraw.ts';
import { isOutcomeUnknown, toFailure } from '../../api/failure.ts';
import { PageHeading } from '../../lib/page-heading.tsx';

type Outcome = 'success' | 'failure' | 'unknown';

/**
 * The page behind the link in the mail. It acts when the customer presses the button, never when it is opened: mail
 * scanners open links too.
 */
export function ConfirmWithdrawPage() {
  const { t } = useTranslation();
  const { link, forget } = useLinkParameters();
  const [confirm, { isLoading }] = useConfirmWithdrawMutation();
  const [outcome, setOutcome] = useState<Outcome | null>(null);

  async function press() {
    if (link === null) return;
    const answer = await confirm(link);
    forget();
    if (answer.data) setOutcome(answer.data.isAccepted ? 'success' : 'failure');
    else setOutcome(isOutcomeUnknown(toFailure(answer.error)) ? 'unknown' : 'failure');
  }

  return (
    <>
      <PageHeading title={t('confirm-withdraw.title')} isHidden />
      {outcome === 'success' ? (
        <SuccessMoment title={t('confirm-withdraw.success.title')} actions={<Back />}>
          {t('confirm-withdraw.success.body')}
        </SuccessMoment>
      ) : outcome !== null || link === null ? (
        <Failure kind={outcome ?? 'missing'} />
      ) : (
        <div className="flex flex-col items-center gap-4 text-center">
          <p className="text-title">{t('confirm-withdraw.ready.title')}</p>
          <p className="max-w-[48ch] text-ink-2">{t('confirm-withdraw.ready.body')}</p>
          <div className="mt-2 flex w-full flex-col gap-3">
            <Button
              isFullWidth
              onPress={() => void press()}
              isLoading={isLoading}
              loadingText={t('confirm-withdraw.loading')}
            >
              {t('confirm-withdraw.ready.confirm')}
            </Button>
            <Back variant="ghost" />
          </div>
        </div>
      )}
    </>
  );
}

function Failure({ kind }: { readonly kind: Exclude<Outcome, 'success'> | 'missing' }): ReactNode {
  const { t } = useTranslation();
  return (
    <div role="alert" className="flex flex-col items-center gap-3 text-center">
      <FailureArt />
      <p className="text-title">{t(`confirm-withdraw.${kind}.title`)}</p>
      <p className="max-w-[48ch] text-ink-2">{t(`confirm-withdraw.${kind}.body`)}</p>
      <div className="mt-2 w-full">
        <Back />
      </div>
    </div>
  );
}

function Back({ variant = 'primary' }: { readonly variant?: 'primary' | 'ghost' }) {
  const { t } = useTranslation();
  return (
    <ButtonLink href="/ramping/withdraw" variant={variant} isFullWidth>
      {t('confirm-withdraw.back')}
    </ButtonLink>
  );
}

/** Id and code of the link, read once. The code leaves the address bar when it has been used. */
function useLinkParameters() {
  const [searchParams, setSearchParams] = useSearchParams();
  const [link] = useState(() => {
    const verifyCode = searchParams.get('verifycode');
    const userId = searchParams.get('UserId');
    return verifyCode && userId ? { userId, verifyCode } : null;
  });
  return { link, forget: () => setSearchParams({}, { replace: true }) };
}
