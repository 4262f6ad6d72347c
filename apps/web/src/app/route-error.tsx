import { FailureArt, buttonStyle } from '@salar/ui';
import { useTranslation } from 'react-i18next';
import { siteLinks } from './site-links.ts';

/** A page broke, or its code did not arrive: never a blank screen. Plain elements, for controls are code that arrives. */
export function RouteError() {
  const { t } = useTranslation();
  return (
    <main className="mx-auto flex min-h-dvh max-w-lg flex-col items-center justify-center p-4">
      <div role="alert" className="flex flex-col items-center gap-3 px-4 py-10 text-center">
        <FailureArt />
        <h1 className="text-lead font-semibold text-ink-1">{t('shell.routeError.title')}</h1>
        <div className="max-w-[48ch] text-ink-2">{t('shell.routeError.body')}</div>
        <div className="mt-2 flex flex-wrap items-center justify-center gap-4">
          <button
            type="button"
            className={buttonStyle({ variant: 'quiet', size: 'md', isFullWidth: false })}
            onClick={() => window.location.reload()}
          >
            {t('shell.routeError.reload')}
          </button>
          <a
            href={siteLinks.support}
            className="rounded-sm font-medium text-accent-ink underline decoration-1 underline-offset-3"
          >
            {t('common.support')}
          </a>
        </div>
      </div>
    </main>
  );
}
