import { Button, OtpField, TextField, rememberFocus } from '@salar/ui';
import { useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useLocalizedMessage } from '../../lib/failures/use-localized-message.ts';
import type { MessageFactory } from '../../lib/failures/use-localized-message.ts';

export type CodeFormProps = {
  /** Tries a code. Returns the problem to show, or null on success. */
  readonly onCode: (code: string) => Promise<MessageFactory | null>;
  readonly submitLabel: string;
  readonly submitVariant?: 'primary' | 'danger' | undefined;
  /** Whether a recovery code is accepted as well as one of the app. */
  readonly acceptsRecoveryCode?: boolean | undefined;
  /** False where something must be read before the code is entered. */
  readonly autoFocus?: boolean | undefined;
};

const codeLength = 6;
const recoveryCode = /^\w{5}-?\w{5}$/;

/** Six boxes that submit themselves when they are full or, where accepted, a recovery code instead. */
export function CodeForm({
  onCode,
  submitLabel,
  submitVariant,
  acceptsRecoveryCode = false,
  autoFocus = true,
}: CodeFormProps) {
  const { t } = useTranslation();
  const [code, setCode] = useState('');
  const [problem, setProblem] = useLocalizedMessage();
  const [isRecovery, setIsRecovery] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const isTrying = useRef(false);
  const input = useRef<HTMLInputElement>(null);
  const isComplete = isRecovery ? recoveryCode.test(code.trim()) : code.length === codeLength;

  async function attempt(entered: string) {
    // A full field submits itself, and so does Enter: one of them is enough.
    if (isTrying.current) return;
    isTrying.current = true;
    setIsBusy(true);
    const hasMovedOn = rememberFocus();
    const wrong = await onCode(entered.trim());
    isTrying.current = false;
    setIsBusy(false);
    if (wrong === null) return;
    const typed = input.current?.value ?? entered;
    // A customer who corrected the code while the first one was checked keeps it; a full one submits itself.
    if (!isRecovery && typed !== entered && typed.length === codeLength) {
      void attempt(typed);
      return;
    }
    setProblem(wrong);
    if (!isRecovery && typed === entered) setCode('');
    if (!hasMovedOn()) input.current?.focus();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isComplete) void attempt(code);
  }

  function change(value: string) {
    setCode(value);
    if (value !== '') setProblem(null);
  }

  function exchange() {
    setIsRecovery(!isRecovery);
    setCode('');
    setProblem(null);
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      {isRecovery ? (
        <TextField
          key="recovery"
          label={t('second-factor.code.recoveryLabel')}
          hint={t('second-factor.code.recoveryHint')}
          value={code}
          onChange={change}
          error={problem}
          autoComplete="off"
          autoCapitalize="none"
          isMono
          inputRef={input}
          autoFocus
        />
      ) : (
        <OtpField
          key="app"
          label={t('second-factor.code.label')}
          value={code}
          onChange={change}
          onComplete={(entered) => void attempt(entered)}
          error={problem}
          inputRef={input}
          autoFocus={autoFocus}
        />
      )}
      <Button
        type="submit"
        isFullWidth
        variant={submitVariant}
        isDisabled={!isComplete && !isBusy}
        isLoading={isBusy}
        loadingText={t('common.processing')}
      >
        {submitLabel}
      </Button>
      {acceptsRecoveryCode ? (
        <Button variant="ghost" onPress={exchange} isDisabled={isBusy}>
          {t(isRecovery ? 'second-factor.code.useApp' : 'second-factor.code.useRecovery')}
        </Button>
      ) : null}
    </form>
  );
}
