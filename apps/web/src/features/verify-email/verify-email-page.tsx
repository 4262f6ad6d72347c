import { ButtonLink, FailureArt, Spinner, SuccessArt } from '@salar/ui';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfirmUserEmailMutation } from '../../api/calls/confirm-user-email.ts';
import { PageHeading } from '../../lib/page-heading.tsx';
import { refusalWords } from '../../lib/refusal-words.ts';
import { useFailureText } from '../../lib/use-failure-text.ts';
import { isLinkRefused, useLinkCode } from '../../lib/use-link-code.ts';
import { ResendForm } from './resend-form.tsx';

type State =
  | { readonly kind: 'working' }
  | { readonly kind: 'verified' }
  | { readonly kind: 'failed'; readonly reason: string };

/** Opens the link of the verification mail: once, even when it is mounted twice. */
export function VerifyEmailPage() {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const code = useLinkCode();
  const [confirm] = useConfirmUserEmailMutation();
  const [state, setState] = useState<State>(
    code ? { kind: 'working' } : { kind: 'failed', reason: t('errors.invalidOrExpiredLink') },
  );
  const hasStarted = useRef(false);

  useEffect(() => {
    if (!code || hasStarted.current) return;
    hasStarted.current = true;
    void confirm(code).then(({ data, error }) => {
      if (data?.isAccepted) return setState({ kind: 'verified' });
      const reason = error
        ? failureText(error)
        : isLinkRefused(data)
          ? t('errors.invalidOrExpiredLink')
          : (refusalWords(data) ?? t('errors.verificationFailed'));
      return setState({ kind: 'failed', reason });
    });
  }, [code, confirm, failureText, t]);

  switch (state.kind) {
    case 'working':
      return (
        <div className="flex flex-col items-center gap-5 text-center">
          <PageHeading isCentered title={t('verify-email.title')} />
          <Spinner size={32} className="text-accent" />
          <p role="status" className="text-ink-2">
            {t('verify-email.working')}
          </p>
        </div>
      );
    case 'verified':
      return (
        <div className="flex flex-col items-center gap-6 text-center" role="status">
          <SuccessArt />
          <PageHeading
            isCentered
            title={t('verify-email.success.title')}
            description={t('verify-email.success.body')}
          />
          <ButtonLink href="/signin" isFullWidth>
            {t('verify-email.success.login')}
          </ButtonLink>
        </div>
      );
    default:
      return (
        <div className="flex flex-col gap-6">
          <div className="flex flex-col items-center gap-6 text-center" role="alert">
            <FailureArt />
            <PageHeading
              isCentered
              title={t('verify-email.failure.title')}
              description={
                <>
                  <p>{t('verify-email.failure.body')}</p>
                  <p className="mt-2 text-ink-3">{state.reason}</p>
                </>
              }
            />
          </div>
          <ResendForm />
        </div>
      );
  }
}
