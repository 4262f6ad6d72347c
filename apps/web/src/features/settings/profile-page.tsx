import { Card, CopyIconButton, Skeleton, StatusPill } from '@salar/ui';
import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { selectAccounts, selectUser } from '../../session/session-slice.ts';
import { useAppSelector } from '../../store/store.ts';
import { PageHeading } from '../../lib/page-heading.tsx';
import { NumberStyleSetting } from './number-style-setting.tsx';

/** User name, e-mail and the number of the account with its verification level, to read and to copy. */
export function ProfilePage() {
  const { t } = useTranslation();
  const user = useAppSelector(selectUser);
  const account = useAppSelector(selectAccounts)?.[0];
  return (
    <div className="flex flex-col gap-6 lg:max-w-2xl">
      <PageHeading title={t('settings.profile.title')} description={t('settings.profile.description')} />
      <Card>
        <dl className="flex flex-col divide-y divide-line">
          <ProfileRow
            label={t('settings.profile.userName')}
            value={user?.userName}
            action={
              user ? (
                <CopyIconButton
                  value={user.userName}
                  what={t('settings.profile.copiedUserName')}
                  label={t('settings.profile.copyUserName')}
                />
              ) : null
            }
          />
          <ProfileRow
            label={t('settings.profile.email')}
            value={user?.email}
            pill={
              user ? (
                <StatusPill tone={user.isEmailVerified ? 'good' : 'wait'}>
                  {user.isEmailVerified ? t('settings.profile.verified') : t('settings.profile.notVerified')}
                </StatusPill>
              ) : null
            }
            action={
              user ? (
                <CopyIconButton
                  value={user.email}
                  what={t('settings.profile.copiedEmail')}
                  label={t('settings.profile.copyEmail')}
                />
              ) : null
            }
          />
          <ProfileRow
            label={t('settings.profile.account')}
            value={user ? String(account?.accountId ?? user.accountId) : undefined}
            pill={
              account ? (
                <StatusPill tone={account.verificationLevel > 0 ? 'good' : 'quiet'}>
                  {t('settings.profile.level', { level: account.verificationLevel })}
                </StatusPill>
              ) : null
            }
            action={
              user ? (
                <CopyIconButton
                  value={String(account?.accountId ?? user.accountId)}
                  what={t('settings.profile.account')}
                  label={t('settings.profile.copyAccount')}
                />
              ) : null
            }
          />
        </dl>
      </Card>
      <NumberStyleSetting />
    </div>
  );
}

type ProfileRowProps = {
  readonly label: string;
  readonly value: string | undefined;
  readonly pill?: ReactNode;
  readonly action: ReactNode;
};

function ProfileRow({ label, value, pill, action }: ProfileRowProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-0.5 py-4 first:pt-0 last:pb-0">
      <dt className="text-small text-ink-2">{label}</dt>
      <dd className="col-start-1 flex flex-wrap items-center gap-x-3 gap-y-1.5 font-medium [overflow-wrap:anywhere] text-ink-1">
        {value ?? <Skeleton className="my-1 h-4 w-40" />}
        {pill}
      </dd>
      <dd className="col-start-2 row-span-2 row-start-1">{action}</dd>
    </div>
  );
}
