import { AlertDialog, BackIcon, Button, ButtonLink, TextField, UserIcon } from '@salar/ui';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useNavigate } from 'react-router';
import { useResetPasswordMutation } from '../../api/calls/sign-in/reset-password.ts';
import { PageHeading } from '../../lib/page-heading.tsx';
import { translateRefusalMessage } from '../../lib/failures/refusal-messages.ts';
import { useFailureText } from '../../lib/failures/use-failure-text.ts';
import { useLocalizedMessage } from '../../lib/failures/use-localized-message.ts';

/** Requests the mail with a link to choose a new password. The answer never reveals whether the username exists. */
export function ForgotPasswordPage() {
  const { t, i18n } = useTranslation();
  const failureText = useFailureText();
  const navigate = useNavigate();
  const [resetPassword, { isLoading }] = useResetPasswordMutation();
  const [userName, setUserName] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const [isDone, setIsDone] = useState(false);
  const [reason, setReason] = useLocalizedMessage();

  async function send(event: FormEvent) {
    event.preventDefault();
    const name = userName.trim();
    setIsMissing(name === '');
    if (name === '' || isLoading) return;
    const { data, error } = await resetPassword({ userName: name });
    if (data?.isAccepted) setIsDone(true);
    else
      setReason(() =>
        error
          ? failureText(error)
          : ((data && translateRefusalMessage(data, i18n.t)) ?? i18n.t('errors.unexpectedError')),
      );
  }

  return (
    <div className="flex flex-col gap-7">
      <PageHeading
        isCentered
        title={t('forgot-password.title')}
        description={t('forgot-password.subtitle')}
      />
      <form noValidate onSubmit={(event) => void send(event)} className="flex flex-col gap-5">
        <TextField
          label={t('forgot-password.userName')}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          icon={<UserIcon />}
          value={userName}
          onChange={setUserName}
          error={isMissing && userName.trim() === '' ? t('errors.required') : null}
          isRequired
        />
        <Button type="submit" isFullWidth isLoading={isLoading} loadingText={t('common.processing')}>
          {t('forgot-password.submit')}
        </Button>
        <ButtonLink href="/signin" variant="ghost" icon={<BackIcon size={18} />}>
          {t('forgot-password.back')}
        </ButtonLink>
      </form>
      <AlertDialog
        isOpen={isDone}
        title={t('forgot-password.done.title')}
        confirmLabel={t('forgot-password.done.close')}
        onConfirm={() => void navigate('/signin')}
        onCancel={() => setIsDone(false)}
      >
        {t('forgot-password.done.body', { userName: userName.trim() })}
      </AlertDialog>
      <AlertDialog
        isOpen={reason !== null}
        title={t('forgot-password.failure.title')}
        confirmLabel={t('forgot-password.failure.close')}
        onConfirm={() => setReason(null)}
        onCancel={() => setReason(null)}
      >
        {reason}
      </AlertDialog>
    </div>
  );
}
