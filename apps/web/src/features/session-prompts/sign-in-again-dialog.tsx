import { Button, Dialog, InlineNotice, notify } from '@salar/ui';
import { useState } from 'react';
import { translateRefusal } from '../../i18n/refusals.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useAuthenticatePasskeyMutation } from '../../api/calls/sign-in/authenticate-passkey.ts';
import type { PasskeyAssertion } from '../../api/calls/sign-in/authenticate-passkey.ts';
import { useAuthenticate2FAMutation } from '../../api/calls/sign-in/authenticate-2fa.ts';
import { useAuthenticateUserMutation } from '../../api/calls/sign-in/authenticate-user.ts';
import type { LoginAnswer } from '../../api/calls/sign-in/authenticate-user.ts';
import { selectUser, sessionRenewed, signedOut } from '../../session/session-slice.ts';
import { useAppDispatch, useAppSelector } from '../../store/store.ts';
import { hasPasskeys } from '../../lib/passkey.ts';
import { useFailureText } from '../../lib/failures/use-failure-text.ts';
import type { MessageFactory } from '../../lib/failures/use-localized-message.ts';
import { CodeForm } from '../../parts/second-factor/code-form.tsx';
import { PasskeyStep } from '../../parts/second-factor/passkey-step.tsx';
import { findSignInEnd, useCodeProblem } from '../../parts/second-factor/use-code-problem.ts';
import type { SignInEnd } from '../../parts/second-factor/use-code-problem.ts';
import { toLoginOutcome } from '../../api/login-outcome.ts';
import { PasswordStep } from './password-step.tsx';

/** The session ended under the page: the same customer signs in again in front of it, or leaves it. */
export function SignInAgainDialog({ isOpen }: { readonly isOpen: boolean }) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={() => undefined}
      title={t('session-prompts.again.title')}
      description={t('session-prompts.again.body')}
      size="sm"
      role="alertdialog"
      isDismissable={false}
      hasCloseButton={false}
    >
      <div className="flex flex-col gap-4">
        <SignInSteps />
        <Button variant="ghost" isFullWidth onPress={() => dispatch(signedOut('customer'))}>
          {t('session-prompts.again.leave')}
        </Button>
      </div>
    </Dialog>
  );
}

function SignInSteps() {
  const { t } = useTranslation().i18n;
  const dispatch = useAppDispatch();
  const failureText = useFailureText();
  const codeProblem = useCodeProblem();
  const user = useAppSelector(selectUser);
  const [authenticate] = useAuthenticateUserMutation();
  const [authenticateCode] = useAuthenticate2FAMutation();
  const [authenticatePasskey] = useAuthenticatePasskeyMutation();
  const [pending2FaToken, setPending2FaToken] = useState<string | null>(null);
  /** Why the password is required once more. */
  const [notice, setNotice] = useState<SignInEnd | null>(null);
  const userName = user?.userName ?? '';
  const userId = user?.userId;

  /**
   * Continues with the new session. A session of another customer does not belong to this page: it signs out and starts
   * over.
   */
  function goOn(session: { readonly userId: number; readonly sessionToken: string }): null {
    dispatch(session.userId === userId ? sessionRenewed(session) : signedOut('customer'));
    return null;
  }

  /** No further code is accepted: the password comes first again. */
  function startOver(end: SignInEnd): null {
    setNotice(end);
    setPending2FaToken(null);
    return null;
  }

  function act(answer: LoginAnswer): MessageFactory | null {
    const outcome = toLoginOutcome(answer);
    switch (outcome.kind) {
      case 'signedIn':
        return goOn(outcome);
      case 'codeNeeded':
        setNotice(null);
        setPending2FaToken(outcome.pending2FaToken);
        return null;
      case 'enforced':
        // Setting it up takes more than a dialog above unsaved work.
        notify.info(t('errors.2factorRequired'));
        dispatch(signedOut('customer'));
        return null;
      case 'locked':
        return () => t('errors.accountLocked');
      case 'emailNotVerified':
        return () => t('errors.emailNotVerified');
      case 'throttled':
        return () => t('errors.tooManyRequests');
      default: {
        const { message } = outcome;
        return () =>
          message === null ? t('session-prompts.wrongPassword') : (translateRefusal(message, t) ?? message);
      }
    }
  }

  async function tryPassword(password: string): Promise<MessageFactory | null> {
    const { data, error } = await authenticate({ userName, password });
    return data ? act(data) : () => failureText(error);
  }

  async function tryPasskey(assertion: PasskeyAssertion): Promise<MessageFactory | null> {
    const { data, error } = await authenticatePasskey({
      ...assertion,
      ...(pending2FaToken ? { pending2FaToken } : {}),
    });
    if (!data) return () => failureText(error);
    const end = findSignInEnd(data.message);
    if (end) return startOver(end);
    return data.isAuthenticated || data.isLocked ? act(data) : () => t('second-factor.passkey.refused');
  }

  async function tryCode(token: string, code: string): Promise<MessageFactory | null> {
    const { data, error } = await authenticateCode({ code, pending2FaToken: token });
    if (data?.isAuthenticated && data.sessionToken && data.userId)
      return goOn({ userId: data.userId, sessionToken: data.sessionToken });
    if (!data) return () => failureText(error);
    const end = findSignInEnd(data.message);
    return end ? startOver(end) : () => codeProblem(data.message);
  }

  return (
    <>
      <p className="text-ink-2">
        {pending2FaToken ? t('session-prompts.again.withCode') : t('session-prompts.again.who', { userName })}
      </p>
      {notice ? (
        <InlineNotice tone="error" isAnnounced>
          {t(`second-factor.code.${notice}`)}
        </InlineNotice>
      ) : null}
      {pending2FaToken ? (
        <CodeForm
          onCode={(code) => tryCode(pending2FaToken, code)}
          submitLabel={t('session-prompts.again.submit')}
          acceptsRecoveryCode
        />
      ) : (
        <PasswordStep
          userName={userName}
          submitLabel={t('session-prompts.again.submit')}
          onPassword={tryPassword}
        />
      )}
      {hasPasskeys() ? (
        <PasskeyStep
          label={t('session-prompts.passkey')}
          whose={pending2FaToken ? { pending2FaToken } : { userName }}
          onAssertion={tryPasskey}
        />
      ) : null}
    </>
  );
}
