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
import { useAuthenticateUserMutation } from '../../api/session.ts';
import { siteLinks } from '../../app/site-links.ts';
import { looksLikeEmail } from '../../lib/looks-like-email.ts';
import { PageHeading } from '../../lib/page-heading.tsx';
import { useFailureText } from '../../lib/use-failure-text.ts';
import { loginOutcome } from './login-outcome.ts';

export type CredentialsPanelProps = {
  readonly onSignedIn: (session: { userId: number; sessionToken: string }) => void;
  readonly onCodeNeeded: (pending2FaToken: string) => void;
};

type Problem = { readonly tone: 'error' | 'info'; readonly text: ReactNode; readonly title?: string };

export function CredentialsPanel({ onSignedIn, onCodeNeeded }: CredentialsPanelProps) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const [authenticate, { isLoading }] = useAuthenticateUserMutation();
  const [userName, setUserName] = useState('');
  const [password, setPassword] = useState('');
  const [missing, setMissing] = useState<{ userName: boolean; password: boolean }>({
    userName: false,
    password: false,
  });
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isEmailQuestionOpen, setIsEmailQuestionOpen] = useState(false);
  const userNameInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isLoading) return;
    const found = { userName: userName.trim() === '', password: password === '' };
    setMissing(found);
    if (found.userName) userNameInput.current?.focus();
    else if (found.password) passwordInput.current?.focus();
    else if (looksLikeEmail(userName)) setIsEmailQuestionOpen(true);
    else void logIn();
  }

  async function logIn() {
    setIsEmailQuestionOpen(false);
    setProblem(null);
    const { data, error } = await authenticate({ userName: userName.trim(), password });
    if (!data) {
      setProblem({ tone: 'error', text: error ? failureText(error) : t('errors.unexpectedError') });
      return;
    }
    const outcome = loginOutcome(data);
    switch (outcome.kind) {
      case 'signedIn':
        return onSignedIn(outcome);
      case 'codeNeeded':
        notify.info(t('errors.2factorRequired'));
        return onCodeNeeded(outcome.pending2FaToken);
      case 'enforced':
        notify.info(t('errors.2factorRequired'));
        return setProblem({
          tone: 'info',
          title: t('sign-in.enforce.title'),
          text: t('sign-in.enforce.body'),
        });
      case 'locked':
        notify.error(t('errors.accountLocked'));
        return setProblem({
          tone: 'error',
          text: (
            <>
              {t('errors.accountLocked')}{' '}
              <a href={siteLinks.support} className="font-semibold underline underline-offset-3">
                {t('common.support')}
              </a>
            </>
          ),
        });
      case 'emailNotVerified':
        return setProblem({ tone: 'error', text: t('errors.emailNotVerified') });
      case 'refused':
        setProblem({ tone: 'error', text: t('errors.loginFailed') });
        setPassword('');
        passwordInput.current?.focus();
    }
  }

  return (
    <div className="flex flex-col gap-7">
      <PageHeading isCentered title={t('sign-in.title')} description={t('sign-in.subtitle')} />
      {problem ? (
        <InlineNotice tone={problem.tone} title={problem.title} isAnnounced>
          {problem.text}
        </InlineNotice>
      ) : null}
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <TextField
          label={t('sign-in.userName')}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          icon={<UserIcon />}
          value={userName}
          onChange={setUserName}
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
            className="inline-flex min-h-8 items-center self-end text-small"
          >
            {t('sign-in.forgot')}
          </Link>
        </div>
        <Button type="submit" isFullWidth isLoading={isLoading} loadingText={t('common.processing')}>
          {t('sign-in.submit')}
        </Button>
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
