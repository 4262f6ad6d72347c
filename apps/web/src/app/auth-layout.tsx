import { cx, DuskArt, Link, Logo, getDailySeed } from '@salar/ui';
import { useRef, useState } from 'react';
import { useTranslation } from '../i18n/use-translation.ts';
import { Outlet, useLocation } from 'react-router';
import { LocalLink } from '../lib/navigation/local-link.tsx';
import { usePageEntrance } from '../lib/navigation/use-page-entrance.ts';
import { LanguageChoice } from './language-choice.tsx';
import { siteLinks } from '../lib/navigation/site-links.ts';

const footerLink = 'inline-flex min-h-11 items-center font-normal text-ink-3 pointer-fine:min-h-9';

/** Two columns: the form, and a picture of dusk on the salt flat. One column below 1024 px. */
export function AuthLayout() {
  const { t } = useTranslation();
  const [seed] = useState(() => getDailySeed(new Date()));
  const page = useRef<HTMLDivElement>(null);
  usePageEntrance(page, useLocation().pathname);
  return (
    <div
      data-full-bleed
      className="grid min-h-dvh md:grid-rows-[auto_minmax(0,1fr)] lg:grid-rows-none lg:grid-cols-[minmax(0,1fr)_minmax(0,1.05fr)]"
    >
      <div className="hidden h-40 overflow-hidden md:block lg:hidden">
        <DuskArt seed={seed} className="size-full" />
      </div>
      <div className="flex min-h-dvh flex-col px-5 md:min-h-0 md:px-8 lg:min-h-dvh lg:px-12">
        <header className="flex min-h-16 flex-wrap items-center justify-between">
          <Link href="/" look="plain" className="-ms-1.5 inline-flex min-h-11 items-center px-1.5">
            <Logo />
            <span className="sr-only">{t('shell.home')}</span>
          </Link>
          <LanguageChoice />
        </header>
        <main className="flex grow items-center justify-center py-8">
          <div ref={page} className="w-full max-w-sm">
            <Outlet />
          </div>
        </main>
        <footer className="relative flex flex-wrap items-center justify-center gap-x-5 gap-y-1 pb-11 text-small text-ink-3">
          <Link href={siteLinks.terms} look="plain" isExternal className={footerLink}>
            {t('shell.footer.terms')}
          </Link>
          <Link href={siteLinks.privacy} look="plain" isExternal className={footerLink}>
            {t('shell.footer.privacy')}
          </Link>
          <Link href={siteLinks.support} look="plain" className={footerLink}>
            {t('shell.footer.support')}
          </Link>
          {/* The link appears late, so it is placed where space is reserved; otherwise the form would move. */}
          <LocalLink
            path=""
            look="plain"
            className={cx('absolute bottom-0 pointer-fine:bottom-2', footerLink)}
          >
            {t('shell.footer.local')}
          </LocalLink>
        </footer>
      </div>
      <aside className="relative hidden overflow-hidden lg:block">
        <DuskArt seed={seed} className="absolute inset-0 size-full" />
        <p
          className="absolute inset-x-0 bottom-0 p-10 text-lead text-wrap-balance text-white"
          data-theme="dark"
        >
          {t('shell.auth.artCaption')}
        </p>
      </aside>
    </div>
  );
}
