import { Button, Dialog } from '@salar/ui';
import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { codeEntered, codePromptEnded } from '../../session/session-slice.ts';
import { useAppDispatch } from '../../store/store.ts';
import type { MessageFactory } from '../../lib/failures/use-localized-message.ts';
import { CodeForm } from '../../parts/second-factor/code-form.tsx';
import { useCodeProblem } from '../../parts/second-factor/use-code-problem.ts';

/**
 * Prompts a customer with a second factor for the code of one withdrawal or one new destination. The waiting call is repeated
 * with it, and the dialog closes when the server has answered anything but a wrong code.
 */
export function CodeDialog({ isOpen }: { readonly isOpen: boolean }) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const toProblem = useCodeProblem();
  const [isSending, setIsSending] = useState(false);

  // A call that is on its way cannot be taken back.
  function leave() {
    if (!isSending) dispatch(codePromptEnded());
  }

  function tryCode(code: string): Promise<MessageFactory | null> {
    setIsSending(true);
    return new Promise((resolve) => {
      const report = (problem: string | null) => {
        setIsSending(false);
        resolve(problem === null ? null : () => toProblem(problem));
      };
      dispatch(codeEntered({ code, report }));
    });
  }

  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(isStaying) => {
        if (!isStaying) leave();
      }}
      title={t('session-prompts.code.title')}
      size="sm"
      isDismissable={false}
      closesOnEscape
    >
      <div className="flex flex-col gap-4">
        <p className="text-ink-2">{t('session-prompts.code.body')}</p>
        <CodeForm onCode={tryCode} submitLabel={t('session-prompts.code.submit')} />
        <Button variant="ghost" isFullWidth onPress={leave} isDisabled={isSending}>
          {t('common.cancel')}
        </Button>
      </div>
    </Dialog>
  );
}
