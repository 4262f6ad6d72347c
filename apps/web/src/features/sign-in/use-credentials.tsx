/** The state of the sign-in form: username and password, the passkeys offered with them, and the outcome. */
import { Link, notify, rememberFocus } from '@salar/ui';
import { useRef, useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useAuthenticateUserMutation } from '../../api/calls/sign-in/authenticate-user.ts';
import { toLoginOutcome } from '../../api/login-outcome.ts';
import type { LoginOutcome } from '../../api/login-outcome.ts';
import { translateRefusal } from '../../i18n/refusals.ts';
import { looksLikeEmail } from '../../lib/looks-like-email.ts';
import { siteLinks } from '../../lib/navigation/site-links.ts';
import { useCountdown } from '../../lib/time/use-countdown.ts';
import { useFailureText } from '../../lib/failures/use-failure-text.ts';
import { useLocalizedMessage } from '../../lib/failures/use-localized-message.ts';
import { signInPending } from '../../session/session-slice.ts';
import { useAppDispatch } from '../../store/store.ts';
import type { NewSession } from './use-complete-sign-in.ts';
import { usePasskeyAutofill } from './use-passkey-autofill.ts';
import { usePasskeySignIn } from './use-passkey-sign-in.ts';

export type CredentialsOptions = {
  /** False while the second step is in front. */
  readonly isShown: boolean;
  readonly onAttempt: () => void;
  readonly onSignedIn: (session: NewSession) => void;
};

type Problem = { readonly text: ReactNode; readonly title?: string };

export function useCredentials({ isShown, onAttempt, onSignedIn }: CredentialsOptions) {
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
  const [problem, setProblem] = useLocalizedMessage<Problem>();
  const { secondsLeft, start: startWait } = useCountdown();
  const [isEmailQuestionOpen, setIsEmailQuestionOpen] = useState(false);
  const userNameInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);
  const passkey = usePasskeySignIn({ onSignedIn });
  const autofill = usePasskeyAutofill(isShown, async (assertion) => {
    setProblem(null);
    onAttempt();
    const found = await passkey.signIn(assertion);
    setProblem(found && (() => ({ text: found() })));
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
    setProblem(null);
    onAttempt();
    const hasMovedOn = rememberFocus();
    const { data, error } = await authenticate({ userName: userName.trim(), password });
    if (data) act(toLoginOutcome(data), hasMovedOn);
    else setProblem(() => ({ text: error ? failureText(error) : t('errors.unexpectedError') }));
  }

  function act(outcome: LoginOutcome, hasMovedOn: () => boolean) {
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
        return setProblem(() => ({ title: t('errors.accountLocked'), text: <UnlockHelp /> }));
      case 'emailNotVerified':
        return setProblem(() => ({ text: <VerifyHelp /> }));
      case 'throttled':
        startWait(outcome.seconds ?? 0);
        return setProblem(() => ({ text: t('errors.tooManyRequests') }));
      default:
        setProblem(() => ({
          text:
            outcome.message === null
              ? t('errors.loginFailed')
              : (translateRefusal(outcome.message, t) ?? outcome.message),
        }));
        // A customer who has already typed another password must not lose it, or the focus.
        if (passwordInput.current?.value === password) {
          setPassword('');
          if (!hasMovedOn()) passwordInput.current.focus();
        }
        return undefined;
    }
  }

  return {
    userName: {
      value: userName,
      onChange: setUserName,
      error: missing.userName && userName.trim() === '' ? t('errors.required') : null,
      inputRef: userNameInput,
    },
    password: {
      value: password,
      onChange: setPassword,
      error: missing.password && password === '' ? t('errors.required') : null,
      inputRef: passwordInput,
    },
    problem,
    isLoading,
    /** Seconds until the server accepts another attempt; 0 when it does now. */
    secondsLeft,
    submit,
    logIn,
    offerPasskeys: autofill.offer,
    /** Whether a username that looks like an e-mail address is being confirmed. */
    isEmailQuestionOpen,
    closeEmailQuestion: () => setIsEmailQuestionOpen(false),
  };
}

function VerifyHelp() {
  const { t } = useTranslation();
  return (
    <>
      {t('errors.emailNotVerified')} <Link href="/verify-email">{t('sign-in.sendAgain')}</Link>
    </>
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
