import { Button, Dialog } from '@salar/ui';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useSaveDestination } from './use-save-destination.ts';

/** The properties that the form of a new destination receives from its dialog. */
export type DestinationFormProps = {
  readonly formId: string;
  readonly saving: ReturnType<typeof useSaveDestination>;
};

type DestinationDialogProps = {
  readonly title: string;
  readonly saveLabel: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Draws the form. Each opening starts with an empty one. */
  readonly children: (form: DestinationFormProps) => ReactNode;
};

/** The dialog around the form of a new destination. It stays open while the destination is being saved. */
export function DestinationDialog({ title, saveLabel, isOpen, onClose, children }: DestinationDialogProps) {
  const { t } = useTranslation();
  const formId = useId();
  const saving = useSaveDestination();
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(isStaying) => {
        if (!isStaying && !saving.isSaving) onClose();
      }}
      title={title}
      isFullScreenOnMobile
      footer={
        <>
          <Button variant="quiet" onPress={onClose} isDisabled={saving.isSaving}>
            {t('common.cancel')}
          </Button>
          <Button
            type="submit"
            form={formId}
            isLoading={saving.isSaving}
            loadingText={t('destinations.saving')}
          >
            {saveLabel}
          </Button>
        </>
      }
    >
      {isOpen ? children({ formId, saving }) : null}
    </Dialog>
  );
}
