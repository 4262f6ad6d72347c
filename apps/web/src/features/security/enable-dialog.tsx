import { Button, Dialog, ErrorState, QrSkeleton, notify } from '@salar/ui';
import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { SecondFactorSetUp } from '../../api/calls/sign-in/enable-google-2fa.ts';
import type { ApiError } from '../../api/failure.ts';
import { useFailureText } from '../../lib/failures/use-failure-text.ts';
import type { MessageFactory } from '../../lib/failures/use-localized-message.ts';
import { CodeForm } from '../../parts/second-factor/code-form.tsx';
import { SetUpSecret } from '../../parts/second-factor/set-up-secret.tsx';
import { SaveCodes } from './save-codes.tsx';
import { useCompleteChange } from './use-complete-change.ts';

export type EnableDialogProps = {
  readonly isOpen: boolean;
  readonly setUp: SecondFactorSetUp | undefined;
  readonly failure: ApiError | undefined;
  readonly isLoading: boolean;
  readonly onRetry: () => void;
  readonly onClose: () => void;
};

/** Shows a secret for the authenticator app, prompts for a code from it, then shows the recovery codes, once. */
export function EnableDialog({ isOpen, onClose, ...setUp }: EnableDialogProps) {
  const { t } = useTranslation();
  const complete = useCompleteChange();
  const [codes, setCodes] = useState<readonly string[] | null>(null);

  function close() {
    setCodes(null);
    onClose();
  }

  async function tryCode(code: string): Promise<MessageFactory | null> {
    const change = await complete(code);
    if (!change.isDone) return change.problem;
    notify.success(t('security.factor.enabled'));
    if (change.codes.length === 0) close();
    else setCodes(change.codes);
    return null;
  }

  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(isStaying) => {
        if (!isStaying) close();
      }}
      title={t(codes ? 'security.kept.title' : 'security.enable.title')}
      size="sm"
      isDismissable={false}
      closesOnEscape={codes === null}
      hasCloseButton={codes === null}
    >
      {codes ? <SaveCodes codes={codes} onKept={close} /> : <Steps {...setUp} onCode={tryCode} />}
    </Dialog>
  );
}

type StepsProps = Omit<EnableDialogProps, 'isOpen' | 'onClose'> & {
  readonly onCode: (code: string) => Promise<MessageFactory | null>;
};

function Steps({ setUp, failure, isLoading, onRetry, onCode }: StepsProps) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const [step, setStep] = useState<'picture' | 'code' | 'picture again'>('picture');

  if (step === 'code') {
    return (
      <div className="flex flex-col gap-4">
        <StepHeading step={2} text={t('security.enable.enter')} />
        <CodeForm onCode={onCode} submitLabel={t('security.enable.submit')} />
        <Button variant="ghost" onPress={() => setStep('picture again')}>
          {t('security.enable.back')}
        </Button>
      </div>
    );
  }
  if (failure && !isLoading) {
    return (
      <ErrorState
        title={t('security.enable.failedPicture')}
        retryLabel={t('common.retry')}
        onRetry={onRetry}
        isCompact
      >
        {failureText(failure)}
      </ErrorState>
    );
  }
  return (
    <div className="flex flex-col gap-4" aria-busy={setUp === undefined}>
      <StepHeading step={1} text={t('security.enable.scan')} />
      {setUp ? (
        <SetUpSecret setUp={setUp} />
      ) : (
        <div className="self-center">
          <QrSkeleton />
        </div>
      )}
      <Button
        isFullWidth
        isDisabled={setUp === undefined}
        onPress={() => setStep('code')}
        // After Back, the button that had the focus is gone.
        autoFocus={step === 'picture again'}
      >
        {t('security.enable.next')}
      </Button>
    </div>
  );
}

function StepHeading({ step, text }: { readonly step: number; readonly text: string }) {
  const { t } = useTranslation();
  return (
    <p className="flex flex-col gap-1 text-ink-2">
      <span className="text-micro text-ink-3">{t('security.enable.step', { step })}</span>
      {text}
    </p>
  );
}
