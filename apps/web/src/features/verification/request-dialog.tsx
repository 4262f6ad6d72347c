import { Dialog, lazyView } from '@salar/ui';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { RequestViewProps } from './request-view.tsx';

export type RequestDialogProps = {
  /** Null while closed. */
  readonly level: number | null;
  /** The name of the level on its card. */
  readonly label: string;
  readonly onClose: () => void;
};

const view = lazyView<RequestViewProps>(async () => (await import('./request-view.tsx')).RequestView);

/** The request for a level: its documents and the form about the source of funds. */
export function RequestDialog({ level, label, onClose }: RequestDialogProps) {
  const { t } = useTranslation();
  const View = view.use(level !== null);
  return (
    <Dialog
      isOpen={level !== null}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={t('verification.request.title', { level: label })}
      size="lg"
      isDismissable={false}
      closesOnEscape
      isFullScreenOnMobile
    >
      {level === null || View === null ? null : <View key={level} level={level} onClose={onClose} />}
    </Dialog>
  );
}
