import { BackIcon, Button, ErrorState, QrSkeleton, notify } from '@salar/ui';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useEnableGoogle2FAMutation } from '../../api/calls/sign-in/enable-google-2fa.ts';
import { toFailure } from '../../api/failure.ts';
import { useAuthenticate2FAMutation } from '../../api/calls/sign-in/authenticate-2fa.ts';
import { PageHeading } from '../../lib/page-heading.tsx';
import { useFailureText } from '../../lib/failures/use-failure-text.ts';
import type { MessageFactory } from '../../lib/failures/use-localized-message.ts';
import { CodeForm } from '../../parts/second-factor/code-form.tsx';
import { RecoveryCodes } from '../../parts/second-factor/recovery-codes.tsx';
import { SetUpSecret } from '../../parts/second-factor/set-up-secret.tsx';
import { findSignInEnd, useCodeProblem } from '../../parts/second-factor/use-code-problem.ts';
import type { CodePanelProps } from './code-panel.tsx';
import type { NewSession } from './use-complete-sign-in.ts';

export type EnrolmentPanelProps = CodePanelProps & { readonly userName: string };

/** Sets up the required second factor, whose first code completes the sign-in. */
export function EnrolmentPanel(props: EnrolmentPanelProps) {
  const [done, setDone] = useState<{ session: NewSession; codes: readonly string[] } | null>(null);
  const { onSignedIn, userName } = props;
  if (done) return <Codes codes={done.codes} userName={userName} onKept={() => onSignedIn(done.session)} />;
  return (
    <SetUp
      {...props}
      onDone={(session, codes) => (codes.length === 0 ? onSignedIn(session) : setDone({ session, codes }))}
    />
  );
}

function Codes(props: {
  readonly codes: readonly string[];
  readonly userName: string;
  readonly onKept: () => void;
}) {
  const { t } = useTranslation();
  return (
    <div className="flex flex-col gap-5">
      <PageHeading isCentered title={t('sign-in.enforce.codesTitle')} />
      <RecoveryCodes {...props} />
    </div>
  );
}

type SetUpProps = EnrolmentPanelProps & {
  readonly onDone: (session: NewSession, codes: readonly string[]) => void;
};

function SetUp({ pending2FaToken, onDone, onOver, onBack }: SetUpProps) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const codeProblem = useCodeProblem();
  const [begin, { data: setUp, error, isLoading }] = useEnableGoogle2FAMutation();
  const [authenticate] = useAuthenticate2FAMutation();
  const hasBegun = useRef(false);

  const load = useCallback(async () => {
    const { error: failed } = await begin({ pending2FaToken });
    const failure = failed && toFailure(failed);
    if (failure?.kind === 'HTTP' && failure.status === 401) onOver('over');
  }, [begin, pending2FaToken, onOver]);

  useEffect(() => {
    // Once, even when mounted twice: each start creates a new secret.
    if (hasBegun.current) return;
    hasBegun.current = true;
    void load();
  }, [load]);

  async function tryCode(code: string): Promise<MessageFactory | null> {
    const { data, error: failed } = await authenticate({ code, pending2FaToken });
    if (!data) return () => failureText(failed);
    if (data.isAuthenticated && data.sessionToken && data.userId) {
      onDone({ userId: data.userId, sessionToken: data.sessionToken }, data.recoveryCodes);
      return null;
    }
    notify.error(t('errors.error2FA'));
    const end = findSignInEnd(data.message);
    if (end === null) return () => codeProblem(data.message);
    onOver(end);
    return null;
  }

  return (
    <div className="flex flex-col gap-6">
      <PageHeading isCentered title={t('sign-in.enforce.title')} description={t('sign-in.enforce.body')} />
      {error && !isLoading ? (
        <ErrorState
          title={t('sign-in.enforce.failed')}
          retryLabel={t('common.retry')}
          onRetry={() => void load()}
          isCompact
        >
          {failureText(error)}
        </ErrorState>
      ) : setUp ? (
        <>
          <SetUpSecret setUp={setUp} />
          <CodeForm onCode={tryCode} submitLabel={t('sign-in.enforce.submit')} autoFocus={false} />
        </>
      ) : (
        <div className="self-center">
          <QrSkeleton />
        </div>
      )}
      <Button variant="ghost" icon={<BackIcon size={18} />} onPress={onBack}>
        {t('sign-in.code.back')}
      </Button>
    </div>
  );
}
