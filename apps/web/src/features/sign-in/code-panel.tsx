import { BackIcon, Button, notify } from '@salar/ui';
import { useTranslation } from '../../i18n/use-translation.ts';
import { toFailure } from '../../api/failure.ts';
import { useAuthenticate2FAMutation } from '../../api/calls/sign-in/authenticate-2fa.ts';
import { PageHeading } from '../../lib/page-heading.tsx';
import { useFailureText } from '../../lib/failures/use-failure-text.ts';
import type { MessageFactory } from '../../lib/failures/use-localized-message.ts';
import { CodeForm } from '../../parts/second-factor/code-form.tsx';
import { findSignInEnd, useCodeProblem } from '../../parts/second-factor/use-code-problem.ts';
import type { SignInEnd } from '../../parts/second-factor/use-code-problem.ts';
import { PasskeyButton } from './passkey-button.tsx';
import type { NewSession } from './use-complete-sign-in.ts';

export type CodePanelProps = {
  readonly pending2FaToken: string;
  readonly onSignedIn: (session: NewSession) => void;
  /** Called when the sign-in waited too long or was tried too often, and starts over. */
  readonly onOver: (reason: SignInEnd) => void;
  /** Returns to username and password; token and code are dropped. */
  readonly onBack: () => void;
};

/** Prompts for six digits, a recovery code or a passkey. */
export function CodePanel({ pending2FaToken, onSignedIn, onOver, onBack }: CodePanelProps) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const codeProblem = useCodeProblem();
  const [authenticate] = useAuthenticate2FAMutation();

  async function tryCode(code: string): Promise<MessageFactory | null> {
    const { data, error } = await authenticate({ code, pending2FaToken });
    if (data?.isAuthenticated && data.sessionToken && data.userId) {
      onSignedIn({ userId: data.userId, sessionToken: data.sessionToken });
      return null;
    }
    if (data) notify.error(t('errors.error2FA'));
    const end = data ? findSignInEnd(data.message) : isUnauthorized(error) ? 'over' : null;
    if (end === null) return () => (data ? codeProblem(data.message) : failureText(error));
    onOver(end);
    return null;
  }

  return (
    <div className="flex flex-col gap-7">
      <PageHeading isCentered title={t('sign-in.code.title')} description={t('sign-in.code.subtitle')} />
      <CodeForm onCode={tryCode} submitLabel={t('sign-in.code.submit')} acceptsRecoveryCode />
      <PasskeyButton
        label={t('sign-in.codePasskey')}
        pending2FaToken={pending2FaToken}
        onSignedIn={onSignedIn}
        onOver={onOver}
      />
      <Button variant="ghost" icon={<BackIcon size={18} />} onPress={onBack}>
        {t('sign-in.code.back')}
      </Button>
    </div>
  );
}

function isUnauthorized(error: Parameters<typeof toFailure>[0]): boolean {
  const failure = toFailure(error);
  return failure.kind === 'HTTP' && failure.status === 401;
}
