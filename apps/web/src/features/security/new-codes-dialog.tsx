import { Dialog } from '@salar/ui';
import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useCreateRecoveryCodesMutation } from './api/create-recovery-codes.ts';
import { toFailure } from '../../api/failure.ts';
import { findRefusalMessage } from '../../lib/failures/refusal-messages.ts';
import { useFailureText } from '../../lib/failures/use-failure-text.ts';
import type { MessageFactory } from '../../lib/failures/use-localized-message.ts';
import { CodeForm } from '../../parts/second-factor/code-form.tsx';
import { useCodeProblem } from '../../parts/second-factor/use-code-problem.ts';
import { SaveCodes } from './save-codes.tsx';

export type NewCodesDialogProps = { readonly isOpen: boolean; readonly onClose: () => void };

/** Replaces the recovery codes by ten new ones. */
export function NewCodesDialog({ isOpen, onClose }: NewCodesDialogProps) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const codeProblem = useCodeProblem();
  const [create] = useCreateRecoveryCodesMutation();
  const [codes, setCodes] = useState<readonly string[] | null>(null);

  function close() {
    setCodes(null);
    onClose();
  }

  async function tryCode(code: string): Promise<MessageFactory | null> {
    const request = create({ code });
    const { data, error } = await request;
    // Codes are shown once and stored nowhere.
    request.reset();
    if (data) {
      setCodes(data);
      return null;
    }
    const failure = toFailure(error);
    return () => (failure.kind === 'REFUSED' ? codeProblem(findRefusalMessage(failure)) : failureText(error));
  }

  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(isStaying) => {
        if (!isStaying) close();
      }}
      title={t(codes ? 'security.kept.title' : 'security.newCodes.title')}
      size="sm"
      isDismissable={false}
      closesOnEscape={codes === null}
      hasCloseButton={codes === null}
    >
      {codes ? (
        <SaveCodes codes={codes} onKept={close} />
      ) : (
        <div className="flex flex-col gap-4">
          <p className="text-ink-2">{t('security.newCodes.body')}</p>
          <CodeForm onCode={tryCode} submitLabel={t('security.newCodes.submit')} />
        </div>
      )}
    </Dialog>
  );
}
