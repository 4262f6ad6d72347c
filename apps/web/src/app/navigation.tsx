import { DashboardIcon, DepositIcon, SwapIcon, TradeIcon } from '@salar/ui';
import { useTranslation } from '../i18n/use-translation.ts';
import { useLocation } from 'react-router';

/** Returns the links of the header and the bottom bar. */
export function useNavigationLinks() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  return [
    {
      href: '/dashboard',
      label: t('shell.nav.dashboard'),
      Icon: DashboardIcon,
      isCurrent: pathname === '/dashboard',
    },
    {
      href: '/ramping/deposit',
      label: t('shell.nav.transfers'),
      Icon: DepositIcon,
      isCurrent: pathname.startsWith('/ramping'),
    },
    { href: '/swap', label: t('shell.nav.swap'), Icon: SwapIcon, isCurrent: pathname === '/swap' },
    { href: '/trade', label: t('shell.nav.trade'), Icon: TradeIcon, isCurrent: pathname === '/trade' },
  ] as const;
}

/** Starts loading a page's code when the pointer or the focus reaches its link. */
export function prefetchPage(href: string): void {
  void pages[href]?.();
}

const pages: Readonly<Record<string, () => Promise<unknown>>> = {
  '/dashboard': () => import('../features/balances/routes.tsx'),
  '/ramping/deposit': () => import('../features/transfers/deposit/deposit-page.tsx'),
  '/swap': () => import('../features/swap/routes.tsx'),
  '/trade': () => import('../features/trade/routes.tsx'),
};
