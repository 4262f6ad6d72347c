import { ButtonLink, Link, Logo, cx } from '@salar/ui';
import type { ReactNode } from 'react';
import { useTranslation } from '../i18n/use-translation.ts';
import { Link as RouterLink, useLocation } from 'react-router';
import { buildSignInAddress } from '../lib/navigation/addresses.ts';
import { prefetchPage, useNavigationLinks } from './navigation.tsx';
import { selectSessionToken } from '../session/session-slice.ts';
import { useAppSelector } from '../store/store.ts';
import { UserMenu } from './user-menu.tsx';

/** The logo, the navigation and the user menu. The navigation moves to the bottom bar below 768 px. */
export function Header() {
  const { t } = useTranslation();
  const links = useNavigationLinks();
  const isSignedIn = useAppSelector(selectSessionToken) !== null;
  const { pathname, search } = useLocation();
  const isWide = pathname === '/trade';
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-canvas/92 backdrop-blur-md [@media(height<26.25rem)]:static">
      <div
        className={cx(
          'mx-auto flex h-14 items-center gap-3 px-4 md:h-16 md:gap-6 md:px-6',
          isWide ? 'max-w-[120rem]' : 'max-w-[75rem] 2xl:max-w-[82.5rem]',
        )}
      >
        <Link
          href="/"
          look="plain"
          className="-ms-1.5 inline-flex min-h-11 min-w-0 items-center px-1.5 md:shrink-0"
        >
          <Logo />
          <span className="sr-only">{t('shell.home')}</span>
        </Link>
        <nav aria-label={t('shell.nav.label')} className="hidden shrink-0 md:block">
          <ul className="flex items-center gap-1">
            {links.map(({ href, label, isCurrent }) => (
              <li key={href}>
                <NavigationLink
                  href={href}
                  isCurrent={isCurrent}
                  className="min-h-10 rounded-full px-4 font-medium"
                >
                  {label}
                </NavigationLink>
              </li>
            ))}
          </ul>
        </nav>
        <div className={isSignedIn ? 'ms-auto min-w-0' : 'ms-auto shrink-0 whitespace-nowrap'}>
          {isSignedIn ? (
            <UserMenu />
          ) : (
            <ButtonLink href={buildSignInAddress(pathname, search)} variant="quiet" size="sm">
              {t('shell.nav.signIn')}
            </ButtonLink>
          )}
        </div>
      </div>
    </header>
  );
}

/** The same navigation within reach of a thumb. */
export function BottomBar() {
  const { t } = useTranslation();
  const links = useNavigationLinks();
  return (
    <nav
      aria-label={t('shell.nav.label')}
      data-bottom-bar
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-canvas/95 pb-[env(safe-area-inset-bottom)] backdrop-blur-md md:hidden"
    >
      <ul className="@container flex">
        {links.map(({ href, label, isCurrent, Icon }) => (
          <li key={href} className="min-w-0 grow">
            <NavigationLink
              href={href}
              isCurrent={isCurrent}
              className="h-14 w-full flex-col gap-0.5 text-micro [@media(height<26.25rem)]:h-11"
            >
              <span
                className={cx('grid h-7 w-12 place-items-center rounded-full', isCurrent && 'bg-accent-soft')}
              >
                <Icon />
              </span>
              {/* Enlarged text does not fit beside its neighbours, nor below the icon on a phone in landscape: then
                  only the icons remain. */}
              <span className="@max-[17rem]:sr-only [@media(height<26.25rem)]:sr-only">{label}</span>
            </NavigationLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

type NavigationLinkProps = {
  readonly href: string;
  readonly isCurrent: boolean;
  readonly className: string;
  readonly children: ReactNode;
};

function NavigationLink({ href, isCurrent, className, children }: NavigationLinkProps) {
  const prefetch = () => prefetchPage(href);
  return (
    <RouterLink
      to={href}
      onPointerEnter={prefetch}
      onFocus={prefetch}
      onTouchStart={prefetch}
      aria-current={isCurrent ? 'page' : undefined}
      className={cx(
        'inline-flex items-center justify-center whitespace-nowrap transition-colors duration-120',
        isCurrent ? 'text-accent-ink md:bg-accent-soft' : 'text-ink-2 hover:text-ink-1',
        className,
      )}
    >
      {children}
    </RouterLink>
  );
}
