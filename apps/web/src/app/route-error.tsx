import { FailureArt, getButtonStyle } from '@salar/ui';
import { useState } from 'react';
import { useTranslation } from '../i18n/use-translation.ts';
import { useRouteError } from 'react-router';
import { CodeLoadError, isExchangeReachable, useReloadOnConnection } from './load-code.ts';
import { siteLinks } from '../lib/navigation/site-links.ts';

/** Replaces the whole screen when a page crashed or could not be loaded. Never a blank screen. */
export function RouteError() {
  return (
    <main className="mx-auto flex min-h-dvh max-w-lg flex-col items-center justify-center p-4">
      <PageError />
    </main>
  );
}

/** Replaces one page, whose surroundings stay. Uses plain elements, because controls are code that has to load. */
export function PageError() {
  return useRouteError() instanceof CodeLoadError ? <NotArrived /> : <Broken />;
}

function Broken() {
  const { t } = useTranslation();
  return (
    <Failure
      title={t('shell.routeError.title')}
      body={t('shell.routeError.body')}
      action={t('shell.routeError.reload')}
      onAction={() => window.location.reload()}
    />
  );
}

/**
 * Recovers automatically with the connection. Without a connection a reload would end on the browser's own error page.
 */
function NotArrived() {
  const { t } = useTranslation();
  const [triesInVain, setTriesInVain] = useState(0);
  useReloadOnConnection(true);

  async function retry() {
    if (await isExchangeReachable()) window.location.reload();
    else setTriesInVain((tries) => tries + 1);
  }

  return (
    <Failure
      // Announced again after each attempt.
      key={triesInVain}
      title={t('shell.notArrived.title')}
      body={t(triesInVain === 0 ? 'shell.notArrived.body' : 'shell.notArrived.stillAway')}
      action={t('common.retry')}
      onAction={() => void retry()}
    />
  );
}

type FailureProps = {
  readonly title: string;
  readonly body: string;
  readonly action: string;
  readonly onAction: () => void;
};

function Failure({ title, body, action, onAction }: FailureProps) {
  const { t } = useTranslation();
  return (
    <div role="alert" className="flex flex-col items-center gap-3 px-4 py-10 text-center">
      <FailureArt />
      <h1 className="text-lead font-semibold text-ink-1">{title}</h1>
      <div className="max-w-[48ch] text-ink-2">{body}</div>
      <div className="mt-2 flex flex-wrap items-center justify-center gap-4">
        <button
          type="button"
          className={getButtonStyle({ variant: 'quiet', size: 'md', isFullWidth: false })}
          onClick={onAction}
        >
          {action}
        </button>
        <a
          href={siteLinks.support}
          className="rounded-sm font-medium text-accent-ink underline decoration-1 underline-offset-3"
        >
          {t('common.support')}
        </a>
      </div>
    </div>
  );
}
