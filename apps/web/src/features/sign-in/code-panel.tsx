import { BackIcon, Button, OtpField, notify } from '@salar/ui';
import { useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useAuthenticate2FAMutation } from '../../api/session.ts';
import { PageHeading } from '../../lib/page-heading.tsx';
import { useFailureText } from '../../lib/use-failure-text.ts';

export type CodePanelProps = {
  readonly pending2FaToken: string;
  readonly onSignedIn: (session: { userId: number; sessionToken: string }) => void;
  /** Back to username and password; token and code are forgotten. */
  readonly onBack: () => void;
};

const codeLength = 6;

export function CodePanel({ pending2FaToken, onSignedIn, onBack }: CodePanelProps) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const [authenticate, { isLoading }] = useAuthenticate2FAMutation();
  const [code, setCode] = useState('');
  const [error, setError] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);

  async function verify(entered: string) {
    if (isLoading || entered.length !== codeLength) return;
    const { data, error: failure } = await authenticate({ code: entered, pending2FaToken });
    if (data?.isAuthenticated && data.sessionToken && data.userId) {
      onSignedIn({ userId: data.userId, sessionToken: data.sessionToken });
      return;
    }
    if (data) notify.error(t('errors.error2FA'));
    setError(failure ? failureText(failure) : t('errors.2faInvalid'));
    setCode('');
    input.current?.focus();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    void verify(code);
  }

  return (
    <div className="motion-panel flex flex-col gap-7">
      <PageHeading isCentered title={t('sign-in.code.title')} description={t('sign-in.code.subtitle')} />
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <OtpField
          label={t('sign-in.code.label')}
          value={code}
          onChange={(value) => {
            setCode(value);
            if (value !== '') setError(null);
          }}
          onComplete={(entered) => void verify(entered)}
          error={error}
          inputRef={input}
          autoFocus
        />
        <Button
          type="submit"
          isFullWidth
          isDisabled={code.length !== codeLength && !isLoading}
          isLoading={isLoading}
          loadingText={t('common.processing')}
        >
          {t('sign-in.code.submit')}
        </Button>
      </form>
      <Button variant="ghost" icon={<BackIcon size={18} />} onPress={onBack}>
        {t('sign-in.code.back')}
      </Button>
    </div>
  );
}
