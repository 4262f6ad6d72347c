import { Button, ErrorState, Link } from '@salar/ui';
import { useTranslation } from 'react-i18next';
import { siteLinks } from './site-links.ts';

/** A page broke, or its code did not arrive: never a blank screen. */
export function RouteError() {
  const { t } = useTranslation();
  return (
    <main className="mx-auto flex min-h-dvh max-w-lg flex-col items-center justify-center p-4">
      <ErrorState
        title={t('shell.routeError.title')}
        more={
          <>
            <Button variant="quiet" onPress={() => window.location.reload()}>
              {t('shell.routeError.reload')}
            </Button>
            <Link href={siteLinks.support}>{t('common.support')}</Link>
          </>
        }
      >
        {t('shell.routeError.body')}
      </ErrorState>
    </main>
  );
}
