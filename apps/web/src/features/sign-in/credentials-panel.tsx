import {
  AlertDialog,
  Button,
  InlineNotice,
  Link,
  PasswordField,
  TextField,
  UserIcon,
  notify,
} from '@salar/ui';
import { useRef, useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAuthenticateUserMutation } from '../../api/calls/authenticate-user.ts';
import { signInPending } from '../../session/session-slice.ts';
import { siteLinks } from '../../lib/site-links.ts';
import { useAppDispatch } from '../../store/store.ts';
import { looksLikeEmail } from '../../lib/looks-like-email.ts';
import { PageHeading } from '../../lib/page-heading.tsx';
import { useCountdown } from '../../lib/use-countdown.ts';
import { translateRefusal } from '../../i18n/refusals.ts';
import { useFailureText } from '../../lib/use-failure-text.ts';
import { useLocalizedMessage } from '../../lib/use-localized-message.ts';
import type { SignInEnd } from '../../parts/second-factor/use-code-problem.ts';
import { toLoginOutcome } from '../../api/login-outcome.ts';
import type { LoginOutcome } from '../../api/login-outcome.ts';
import { PasskeyButton } from './passkey-button.tsx';
import type { NewSession } from './use-enter.ts';
import { usePasskeyAutofill } from './use-passkey-autofill.ts';
import { usePasskeySignIn } from './use-passkey-sign-in.ts';

export type CredentialsPanelProps = {
  /** False while the second step is in front. */
  readonly isShown: boolean;
  /** Why the last sign-in ended without success. */
  readonly notice: SignInEnd | null;
  readonly onAttempt: () => void;
  readonly onSignedIn: (session: NewSession) => void;
};

type Problem = { readonly text: ReactNode; readonly title?: string };

export function CredentialsPanel({ isShown, notice, onAttempt, onSignedIn }: CredentialsPanelProps) {
  const { t } = useTranslation().i18n;
  const dispatch = useAppDispatch();
  const failureText = useFailureText();
  const [authenticate, { isLoading: isPasswordSent }] = useAuthenticateUserMutation();
  const [userName, setUserName] = useState('');
  const [password, setPassword] = useState('');
  const [missing, setMissing] = useState<{ userName: boolean; password: boolean }>({
    userName: false,
    password: false,
  });
  const [problem, tellProblem] = useLocalizedMessage<Problem>();
  const { secondsLeft, start: startWait } = useCountdown();
  const [isEmailQuestionOpen, setIsEmailQuestionOpen] = useState(false);
  const userNameInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);
  const passkey = usePasskeySignIn({ onSignedIn });
  const autofill = usePasskeyAutofill(isShown, async (proof) => {
    tellProblem(null);
    onAttempt();
    const problem = await passkey.signIn(proof);
    tellProblem(problem && (() => ({ text: problem() })));
  });
  const isLoading = isPasswordSent || passkey.isLoading;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isLoading || secondsLeft > 0) return;
    const found = { userName: userName.trim() === '', password: password === '' };
    setMissing(found);
    if (found.userName) userNameInput.current?.focus();
    else if (found.password) passwordInput.current?.focus();
    else if (looksLikeEmail(userName)) setIsEmailQuestionOpen(true);
    else void logIn();
  }

  async function logIn() {
    setIsEmailQuestionOpen(false);
    autofill.withdraw();
    tellProblem(null);
    onAttempt();
    const { data, error } = await authenticate({ userName: userName.trim(), password });
    if (data) act(toLoginOutcome(data));
    else tellProblem(() => ({ text: error ? failureText(error) : t('errors.unexpectedError') }));
  }

  function act(outcome: LoginOutcome) {
    switch (outcome.kind) {
      case 'signedIn':
        return onSignedIn(outcome);
      case 'codeNeeded':
      case 'enforced':
        notify.info(t('errors.2factorRequired'));
        setPassword('');
        dispatch(
          signInPending({
            token: outcome.pending2FaToken,
            userName: userName.trim(),
            step: outcome.kind === 'enforced' ? 'enrolment' : 'code',
          }),
        );
        return undefined;
      case 'locked':
        notify.error(t('errors.accountLocked'));
        return tellProblem(() => ({ title: t('errors.accountLocked'), text: <UnlockHelp /> }));
      case 'emailNotVerified':
        return tellProblem(() => ({
          text: (
            <>
              {t('errors.emailNotVerified')} <Link href="/verify-email">{t('sign-in.sendAgain')}</Link>
            </>
          ),
        }));
      case 'throttled':
        startWait(outcome.seconds ?? 0);
        return tellProblem(() => ({ text: t('errors.tooManyRequests') }));
      default:
        tellProblem(() => ({
          text:
            outcome.message === null
              ? t('errors.loginFailed')
              : (translateRefusal(outcome.message, t) ?? outcome.message),
        }));
        setPassword('');
        passwordInput.current?.focus();
        return undefined;
    }
  }

  return (
    <div className="flex flex-col gap-7">
      <PageHeading
        // Mounted again when the panel returns to the front, so that the page is announced again.
        key={String(isShown)}
        isCentered
        title={t('sign-in.title')}
        description={t('sign-in.subtitle')}
      />
      {problem || notice ? (
        <InlineNotice tone="error" title={problem?.title} isAnnounced>
          {problem?.text ?? (notice && t(`second-factor.code.${notice}`))}
        </InlineNotice>
      ) : null}
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <TextField
          label={t('sign-in.userName')}
          name="username"
          autoComplete="username webauthn"
          autoCapitalize="none"
          icon={<UserIcon />}
          value={userName}
          onChange={setUserName}
          onFocus={() => void autofill.offer()}
          error={missing.userName && userName.trim() === '' ? t('errors.required') : null}
          inputRef={userNameInput}
          isRequired
        />
        <div className="flex flex-col gap-1.5">
          <PasswordField
            label={t('sign-in.password')}
            name="password"
            autoComplete="current-password"
            value={password}
            onChange={setPassword}
            error={missing.password && password === '' ? t('errors.required') : null}
            inputRef={passwordInput}
            isRequired
          />
          <Link
            href="/forgot-password"
            look="plain"
            className="inline-flex min-h-11 items-center self-end text-small pointer-fine:min-h-8"
          >
            {t('sign-in.forgot')}
          </Link>
        </div>
        <Button
          type="submit"
          isFullWidth
          isDisabled={secondsLeft > 0}
          isLoading={isLoading}
          loadingText={t('common.processing')}
        >
          {secondsLeft > 0 ? t('sign-in.submitWait', { count: secondsLeft }) : t('sign-in.submit')}
        </Button>
        <PasskeyButton label={t('sign-in.passkey')} onSignedIn={onSignedIn} />
      </form>
      <p className="text-center text-ink-2">
        {t('sign-in.noAccount')} <Link href="/signup">{t('sign-in.signUp')}</Link>
      </p>
      <AlertDialog
        isOpen={isEmailQuestionOpen}
        title={t('sign-in.emailWarning.title')}
        cancelLabel={t('common.cancel')}
        confirmLabel={t('common.continue')}
        onCancel={() => setIsEmailQuestionOpen(false)}
        onConfirm={() => void logIn()}
      >
        {t('sign-in.emailWarning.body', { userName: userName.trim() })}
      </AlertDialog>
    </div>
  );
}

function UnlockHelp() {
  const { t } = useTranslation();
  return (
    <div className="flex flex-col items-start pointer-fine:gap-2">
      <p>{t('sign-in.locked.unlock')}</p>
      <Link href="/forgot-password" className={lockedLink}>
        {t('sign-in.locked.reset')}
      </Link>
      <Link href={siteLinks.support} className={lockedLink}>
        {t('common.support')}
      </Link>
    </div>
  );
}

const lockedLink = 'inline-flex min-h-11 items-center font-semibold pointer-fine:min-h-0';
