import { useTranslation } from 'react-i18next';

/** The text shown while it is not known yet who is there. */
export function GateLoading() {
  const { t } = useTranslation();
  return (
    <main className="motion-late grid min-h-dvh place-items-center text-ink-3">
      <p role="status">{t('shell.loading')}</p>
    </main>
  );
}
