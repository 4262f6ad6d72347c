import { Horizon } from '@salar/ui';
import { useTranslation } from '../../i18n/use-translation.ts';
import { PageHeading } from '../../lib/page-heading.tsx';
import { ActivityCard } from './activity-card.tsx';
import { PasskeysCard } from './passkeys-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { SecondFactorCard } from './second-factor-card.tsx';
import { SessionsCard } from './sessions-card.tsx';

/** The customer's means of authentication above the line, and the log of what was done in their name below it. */
export function SecurityPage() {
  const { t } = useTranslation();
  return (
    <div className="flex max-w-3xl flex-col gap-6">
      <PageHeading title={t('security.title')} description={t('security.description')} />
      <SecondFactorCard />
      <PasskeysCard />
      <PasswordCard />
      <SessionsCard />
      <Horizon />
      <ActivityCard />
    </div>
  );
}
