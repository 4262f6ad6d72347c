import {
  BankIcon,
  IdentityIcon,
  KeyIcon,
  ReportIcon,
  Select,
  ShieldIcon,
  UserIcon,
  cx,
  useMediaQuery,
} from '@salar/ui';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Link as RouterLink, Navigate, Outlet, useLocation, useNavigate } from 'react-router';

const sideMenuQuery = '(width >= 64rem)';

/** The settings menu, beside the page or above it as a list. */
export function SettingsLayout() {
  const isWide = useMediaQuery(sideMenuQuery);
  return (
    <div className="flex flex-col gap-6 lg:grid lg:grid-cols-[14.5rem_minmax(0,1fr)] lg:gap-10">
      {isWide ? <SideMenu /> : <PageSelect />}
      <div className="min-w-0">
        <Outlet />
      </div>
    </div>
  );
}

/** `/settings` itself has no content. */
export function SettingsStart() {
  return <Navigate to="/settings/profile" replace />;
}

function useSettingsPages() {
  const { t } = useTranslation();
  return [
    { path: '/settings/profile', label: t('settings.menu.profile'), Icon: UserIcon },
    { path: '/settings/security', label: t('settings.menu.security'), Icon: ShieldIcon },
    { path: '/settings/verification', label: t('settings.menu.verification'), Icon: IdentityIcon },
    { path: '/settings/api-keys', label: t('settings.menu.apiKeys'), Icon: KeyIcon },
    { path: '/settings/trade-report', label: t('settings.menu.tradeReport'), Icon: ReportIcon },
    { path: '/settings/bank-accounts', label: t('settings.menu.bankAccounts'), Icon: BankIcon },
  ] as const;
}

function SideMenu() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const pages = useSettingsPages();
  return (
    <nav aria-label={t('settings.menu.label')}>
      <ul className="sticky top-24 flex flex-col gap-1">
        {pages.map(({ path, label, Icon }) => {
          const isCurrent = pathname === path;
          return (
            <li key={path}>
              <RouterLink
                to={path}
                aria-current={isCurrent ? 'page' : undefined}
                className={cx(
                  'flex min-h-11 items-center gap-3 rounded-md px-3.5 font-medium transition-colors duration-120',
                  isCurrent
                    ? 'bg-accent-soft text-accent-ink'
                    : 'text-ink-2 hover:bg-sunken hover:text-ink-1',
                )}
              >
                <Icon />
                {label}
              </RouterLink>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

function PageSelect() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const pages = useSettingsPages();
  return (
    <Select
      label={t('settings.menu.choose')}
      isLabelHidden
      options={pages.map(({ path, label, Icon }) => ({ id: path, label, icon: <Icon /> }))}
      value={pages.some(({ path }) => path === pathname) ? pathname : null}
      onChange={(path) => void navigate(path)}
    />
  );
}
