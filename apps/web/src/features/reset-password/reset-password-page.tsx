import {
  Button,
  ButtonLink,
  FailureArt,
  InlineNotice,
  PasswordField,
  StrengthMeter,
  SuccessArt,
  ratePasswordStrength,
  rememberFocus,
} from '@salar/ui';
import type { TextKey } from '../../i18n/text-key.ts';
import { useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useResetPassword2Mutation } from './api/reset-password-2.ts';
import { PageHeading } from '../../lib/page-heading.tsx';
import { translateRefusalMessage } from '../../lib/failures/refusal-messages.ts';
import { useFailureText } from '../../lib/failures/use-failure-text.ts';
import { useLocalizedMessage } from '../../lib/failures/use-localized-message.ts';
import { isLinkRefused, useLinkCode } from '../../lib/mailed-links/use-link-code.ts';
import type { LinkCode } from '../../lib/mailed-links/use-link-code.ts';
import { passwordMin, findPasswordRefusal } from '../../parts/password/password-refusal.ts';
import { usePasswordProblem } from '../../parts/password/use-password-problem.ts';

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
  const [password, setPassword] = useState('');
  const [confirmPassword, setConfirmPassword] = useState('');
  const passwordInput = useRef<HTMLInputElement>(null);
  const [isChecked, setIsChecked] = useState(false);
  const [problem, setProblem] = useLocalizedMessage();
  /** The server's refusal of this very password. */
  const [refused, setRefused] = useState<{ password: string; reason: TextKey } | null>(null);
  const [outcome, setOutcome] = useState<'changed' | 'expired' | null>(null);
  const passwordProblem = usePasswordProblem(password, { userName: '', email: '' });
  const strength = password === '' ? null : passwordProblem ? 'weak' : ratePasswordStrength(password);
  const missing = password === '' ? t('errors.required') : null;
  const refusal = refused?.password === password ? t(refused.reason, { min: passwordMin }) : null;
  const passwordError =
    (isChecked ? missing : null) ?? refusal ?? (passwordProblem ? t(passwordProblem) : null);
  const confirmError =
    confirmPassword === ''
      ? t('errors.required')
      : confirmPassword === password
        ? null
        : t('errors.passwordsDiffer');

  async function save(event: FormEvent) {
    event.preventDefault();
    setIsChecked(true);
    setProblem(null);
    if (missing !== null || confirmError !== null || isLoading) return;
    const hasMovedOn = rememberFocus();
    const { data, error } = await resetPassword({ ...code, password });
    if (!data) return setProblem(() => failureText(error));
    if (data.isAccepted) return setOutcome('changed');
    if (isLinkRefused(data)) return setOutcome('expired');
    const reason = findPasswordRefusal(data);
    if (reason) {
      setRefused({ password, reason });
      if (!hasMovedOn()) passwordInput.current?.focus();
      return undefined;
    }
    return setProblem(() => translateRefusalMessage(data, t) ?? t('errors.unexpectedError'));
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
        <div className="flex flex-col gap-2">
          <PasswordField
            label={t('reset-password.password')}
            name="password"
            autoComplete="new-password"
            value={password}
            onChange={setPassword}
            error={passwordError}
            inputRef={passwordInput}
            isRequired
          />
          {/* An error takes the line of the strength meter, which screen readers can still read. */}
          <div className={passwordError ? 'sr-only' : undefined}>
            <StrengthMeter
              strength={strength}
              label={
                passwordProblem && refusal === null
                  ? t(passwordProblem)
                  : strength
                    ? t(`sign-up.strength.${strength}`)
                    : ''
              }
            />
          </div>
        </div>
        <PasswordField
          label={t('reset-password.confirmPassword')}
          name="confirmPassword"
          autoComplete="new-password"
          value={confirmPassword}
          onChange={setConfirmPassword}
          error={isChecked ? confirmError : null}
          isRequired
        />
        <Button type="submit" isFullWidth isLoading={isLoading} loadingText={t('common.processing')}>
          {t('reset-password.submit')}
        </Button>
      </form>
    </div>
  );
}
