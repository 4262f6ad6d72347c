import { Button, ButtonLink, FailureArt, InlineNotice, SuccessArt, rememberFocus } from '@salar/ui';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useResetPassword2Mutation } from './api/reset-password-2.ts';
import { PageHeading } from '../../lib/page-heading.tsx';
import { translateRefusalMessage } from '../../lib/failures/refusal-messages.ts';
import { useFailureText } from '../../lib/failures/use-failure-text.ts';
import { useLocalizedMessage } from '../../lib/failures/use-localized-message.ts';
import { isLinkRefused, useLinkCode } from '../../lib/mailed-links/use-link-code.ts';
import type { LinkCode } from '../../lib/mailed-links/use-link-code.ts';
import { NewPasswordFields } from '../../parts/password/new-password-fields.tsx';
import { useNewPassword } from '../../parts/password/use-new-password.ts';

/** The page behind the link of the reset mail. */
export function ResetPasswordPage() {
  const code = useLinkCode();
  return code ? <ResetPasswordForm code={code} /> : <ExpiredLink />;
}

function ExpiredLink() {
  const { t } = useTranslation();
  return (
    <div className="flex flex-col items-center gap-6 text-center">
      <FailureArt />
      <PageHeading
        isCentered
        title={t('reset-password.expired.title')}
        description={t('errors.invalidOrExpiredLink')}
      />
      <ButtonLink href="/forgot-password" isFullWidth>
        {t('reset-password.expired.again')}
      </ButtonLink>
    </div>
  );
}

function ResetPasswordForm({ code }: { readonly code: LinkCode }) {
  const { t } = useTranslation().i18n;
  const failureText = useFailureText();
  const [resetPassword, { isLoading }] = useResetPassword2Mutation();
  const newPassword = useNewPassword(unknownOwner);
  const [problem, setProblem] = useLocalizedMessage();
  const [outcome, setOutcome] = useState<'changed' | 'expired' | null>(null);

  async function save(event: FormEvent) {
    event.preventDefault();
    setProblem(null);
    if (!newPassword.check() || isLoading) return;
    const hasMovedOn = rememberFocus();
    const { data, error } = await resetPassword({ ...code, password: newPassword.password });
    if (!data) setProblem(() => failureText(error));
    else if (data.isAccepted) setOutcome('changed');
    else if (isLinkRefused(data)) setOutcome('expired');
    else if (!newPassword.showRefusal(data, hasMovedOn))
      setProblem(() => translateRefusalMessage(data, t) ?? t('errors.unexpectedError'));
  }

  if (outcome === 'expired') return <ExpiredLink />;
  if (outcome === 'changed') {
    return (
      <div className="flex flex-col items-center gap-6 text-center" role="status">
        <SuccessArt />
        <PageHeading
          isCentered
          title={t('reset-password.success.title')}
          description={t('reset-password.success.body')}
        />
        <ButtonLink href="/login" isFullWidth>
          {t('reset-password.success.login')}
        </ButtonLink>
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-7">
      <PageHeading isCentered title={t('reset-password.title')} description={t('reset-password.subtitle')} />
      {problem ? (
        <InlineNotice tone="error" isAnnounced>
          {problem}
        </InlineNotice>
      ) : null}
      <form noValidate onSubmit={(event) => void save(event)} className="flex flex-col gap-4">
        <NewPasswordFields
          newPassword={newPassword}
          label={t('reset-password.password')}
          repeatedLabel={t('reset-password.confirmPassword')}
        />
        <Button type="submit" isFullWidth isLoading={isLoading} loadingText={t('common.processing')}>
          {t('reset-password.submit')}
        </Button>
      </form>
    </div>
  );
}

/** The link does not name the account's owner. */
const unknownOwner = { userName: '', email: '' };
