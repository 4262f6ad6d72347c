import { Button, Dialog, FilterIcon } from '@salar/ui';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';

export type FilterSheetProps = {
  /** How many filters are in use. */
  readonly count: number;
  /** The button that clears them. */
  readonly clear: ReactNode;
  /** The fields. */
  readonly children: ReactNode;
};

/** On a phone the filters are in a sheet, behind a button that counts them. */
export function FilterSheet({ count, clear, children }: FilterSheetProps) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="quiet" isFullWidth icon={<FilterIcon size={18} />} onPress={() => setIsOpen(true)}>
        <span className="sr-only">{t('trade-report.filters.open', { count })}</span>
        <span aria-hidden="true">{t('trade-report.filters.label')}</span>
        {count > 0 ? (
          <span
            aria-hidden="true"
            className="num grid min-w-5.5 place-items-center rounded-full bg-accent-soft px-1.5 text-micro text-accent-ink"
          >
            {count}
          </span>
        ) : null}
      </Button>
      <Dialog
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        title={t('trade-report.filters.label')}
        footer={
          <>
            {clear}
            <Button onPress={() => setIsOpen(false)}>{t('trade-report.filters.done')}</Button>
          </>
        }
      >
        <div className="flex flex-col gap-4">{children}</div>
      </Dialog>
    </>
  );
}
