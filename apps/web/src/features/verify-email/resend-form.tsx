import { AlertDialog, Button, InlineNotice, Link, MailIcon, TextField } from '@salar/ui';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useNavigate } from 'react-router';
import { useResendVerificationEmailMutation } from '../../api/calls/sign-in/resend-verification-email.ts';
import { looksLikeEmail } from '../../lib/looks-like-email.ts';
import { translateRefusalMessage } from '../../lib/failures/refusal-messages.ts';
import { useCountdown } from '../../lib/time/use-countdown.ts';
import { useFailureText } from '../../lib/failures/use-failure-text.ts';
import { useLocalizedMessage } from '../../lib/failures/use-localized-message.ts';

/** Seconds between two requests for the same mail. */
const resendPause = 60;

/** Requests another verification mail by its address. */
export function ResendForm() {
  const { t } = useTranslation().i18n;
  const failureText = useFailureText();
  const navigate = useNavigate();
  const [resend, { isLoading }] = useResendVerificationEmailMutation();
  const [email, setEmail] = useState('');
  const [error, setError] = useState<'errors.required' | 'errors.invalidEmail' | null>(null);
  const [problem, setProblem] = useLocalizedMessage();
  const { secondsLeft, start: startPause } = useCountdown();
  const [isSent, setIsSent] = useState(false);

  async function send(event: FormEvent) {
    event.preventDefault();
    setProblem(null);
    const wrong =
      email.trim() === '' ? 'errors.required' : looksLikeEmail(email) ? null : 'errors.invalidEmail';
    setError(wrong);
    if (wrong !== null || isLoading || secondsLeft > 0) return;
    const { data, error: failure } = await resend({ email: email.trim() });
    if (data?.isAccepted) {
      setIsSent(true);
      startPause(resendPause);
    } else
      setProblem(() =>
        failure
          ? failureText(failure)
          : ((data && translateRefusalMessage(data, t)) ?? t('errors.verificationEmailError')),
      );
  }

  return (
    <div className="flex flex-col gap-4">
      <form noValidate onSubmit={(event) => void send(event)} className="flex flex-col gap-4">
        {problem ? (
          <InlineNotice tone="error" isAnnounced>
            {problem}
          </InlineNotice>
        ) : null}
        <TextField
          label={t('verify-email.resend.email')}
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          icon={<MailIcon />}
          value={email}
          onChange={setEmail}
          error={error && t(error)}
          isRequired
        />
        <Button
          type="submit"
          isFullWidth
          isDisabled={secondsLeft > 0}
          isLoading={isLoading}
          loadingText={t('common.processing')}
        >
          {secondsLeft > 0
            ? t('verify-email.resend.wait', { count: secondsLeft })
            : t('verify-email.resend.submit')}
        </Button>
      </form>
      <p className="text-center">
        <Link href="/login" look="plain" className="inline-flex min-h-11 items-center pointer-fine:min-h-9">
          {t('verify-email.resend.toSignIn')}
        </Link>
      </p>
      <AlertDialog
        isOpen={isSent}
        title={t('verify-email.resend.sentTitle')}
        confirmLabel={t('verify-email.resend.toSignIn')}
        onConfirm={() => void navigate('/signin')}
        onCancel={() => setIsSent(false)}
      >
        {t('verify-email.resend.sentBody', { email: email.trim() })}
      </AlertDialog>
    </div>
  );
}
