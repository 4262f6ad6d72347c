import { OfflineBar, cx } from '@salar/ui';
import { useRef } from 'react';
import { useTranslation } from '../i18n/use-translation.ts';
import { useSelector } from 'react-redux';
import { Outlet, useLocation } from 'react-router';
import { selectIsLiveAway } from '../store/live-slice.ts';
import { useOnline } from '../lib/use-online.ts';
import { usePageEntrance } from '../lib/navigation/use-page-entrance.ts';
import { Footer } from './footer.tsx';
import { BottomBar, Header } from './header.tsx';

/** The layout around every signed-in page. */
export function AppShell() {
  const { t } = useTranslation();
  const isOnline = useOnline();
  const isLiveAway = useSelector(selectIsLiveAway);
  const { pathname } = useLocation();
  const content = useRef<HTMLElement>(null);
  usePageEntrance(content, pathname.split('/')[1] ?? '');
  const isTradePage = pathname === '/trade';
  const isTask = isTradePage || pathname === '/swap' || pathname.startsWith('/ramping');
  return (
    <div className="flex min-h-dvh flex-col pb-(--bottom-nav)">
      <a
        href="#content"
        className="sr-only z-60 rounded-md bg-raised px-4 py-3 font-semibold text-accent-ink focus:not-sr-only focus:fixed focus:start-4 focus:top-3"
      >
        {t('shell.skip')}
      </a>
      <Header />
      {/* The bar sticks below the header, within the upper margin of the page, so that one line moves no content. */}
      <div
        className={cx(
          'pointer-events-none sticky top-(--header) z-20',
          !isTradePage && '-mb-6 min-h-6 md:-mb-7 md:min-h-7',
        )}
      >
        {isOnline ? null : <OfflineBar>{t('shell.offline')}</OfflineBar>}
        {isOnline && isLiveAway ? <OfflineBar>{t('shell.reconnecting')}</OfflineBar> : null}
      </div>
      <main
        ref={content}
        id="content"
        tabIndex={-1}
        className={cx(
          'mx-auto w-full grow outline-none',
          isTradePage
            ? 'max-w-[120rem] px-2 pt-2 pb-4 md:px-4 md:pt-3'
            : 'min-h-dvh max-w-[75rem] px-4 pt-6 pb-10 md:min-h-0 md:px-6 md:pt-8 md:pb-16 2xl:max-w-[82.5rem]',
        )}
      >
        <Outlet />
      </main>
      <Footer className={cx(isTask && 'hidden md:block')} />
      <BottomBar />
    </div>
  );
}
