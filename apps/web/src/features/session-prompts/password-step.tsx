import { Button, PasswordField, rememberFocus } from '@salar/ui';
import { useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useLocalizedMessage } from '../../lib/failures/use-localized-message.ts';
import type { MessageFactory } from '../../lib/failures/use-localized-message.ts';

export type PasswordStepProps = {
  readonly userName: string;
  readonly submitLabel: string;
  /** Tries the password. Returns the problem to show, or null on success. */
  readonly onPassword: (password: string) => Promise<MessageFactory | null>;
};

/** Prompts a known customer for their password. */
export function PasswordStep({ userName, submitLabel, onPassword }: PasswordStepProps) {
  const { t } = useTranslation().i18n;
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useLocalizedMessage();
  const [isBusy, setIsBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    if (password === '') {
      setProblem(() => t('errors.required'));
      input.current?.focus();
      return;
    }
    setIsBusy(true);
    const hasMovedOn = rememberFocus();
    const wrong = await onPassword(password);
    setIsBusy(false);
    if (wrong === null) return;
    setProblem(wrong);
    // A customer who has already typed another password must not lose it, or the focus.
    if (input.current?.value !== password) return;
    setPassword('');
    if (!hasMovedOn()) input.current.focus();
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      {/* For the password manager: the username that the password belongs to. */}
      <input type="text" name="username" autoComplete="username" value={userName} readOnly hidden />
      <PasswordField
        label={t('session-prompts.password')}
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={(value) => {
          setPassword(value);
          if (value !== '') setProblem(null);
        }}
        error={problem}
        inputRef={input}
        autoFocus
        isRequired
      />
      <Button type="submit" isFullWidth isLoading={isBusy} loadingText={t('common.processing')}>
        {submitLabel}
      </Button>
    </form>
  );
}
