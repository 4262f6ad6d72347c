import { Button, Dialog, InlineNotice, notify } from '@salar/ui';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { MessageFactory } from '../../lib/failures/use-localized-message.ts';
import { CodeForm } from '../../parts/second-factor/code-form.tsx';
import { useCompleteChange } from './use-complete-change.ts';

export type DisableDialogProps = { readonly isOpen: boolean; readonly onClose: () => void };

/** Explains what becomes less secure, and requires a code before it disables the second factor. */
export function DisableDialog({ isOpen, onClose }: DisableDialogProps) {
  const { t } = useTranslation();
  const complete = useCompleteChange();

  async function tryCode(code: string): Promise<MessageFactory | null> {
    const change = await complete(code);
    if (!change.isDone) return change.problem;
    notify.success(t('security.factor.disabled'));
    onClose();
    return null;
  }

  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(isStaying) => {
        if (!isStaying) onClose();
      }}
      title={t('security.disable.title')}
      size="sm"
      isDismissable={false}
      closesOnEscape
    >
      <div className="flex flex-col gap-4">
        <InlineNotice tone="warn">{t('security.disable.weaker')}</InlineNotice>
        <CodeForm
          onCode={tryCode}
          submitLabel={t('security.disable.submit')}
          submitVariant="danger"
          acceptsRecoveryCode
        />
        <Button variant="quiet" isFullWidth onPress={onClose}>
          {t('security.disable.keep')}
        </Button>
      </div>
    </Dialog>
  );
}
