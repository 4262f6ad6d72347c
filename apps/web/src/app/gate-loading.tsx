import { useTranslation } from '../i18n/use-translation.ts';

/** The text on screen while the customer is not loaded yet. */
export function GateLoading() {
  const { t } = useTranslation();
  return (
    <main className="motion-late grid min-h-dvh place-items-center text-ink-3">
      <p role="status">{t('shell.loading')}</p>
    </main>
  );
}
