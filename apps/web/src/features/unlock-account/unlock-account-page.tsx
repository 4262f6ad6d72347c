import { useTranslation } from '../../i18n/use-translation.ts';
import { useUnlockAccountMutation } from './api/unlock-account.ts';
import { ConfirmByLink } from '../../lib/mailed-links/confirm-by-link.tsx';
import { useLinkCode } from '../../lib/mailed-links/use-link-code.ts';

/** The page behind the link of the mail about a locked account. */
export function UnlockAccountPage() {
  const { t } = useTranslation();
  const link = useLinkCode();
  return (
    <ConfirmByLink
      texts="unlock-account"
      link={link}
      loadingText={t('common.processing')}
      backHref="/signin"
      isRepeatable
      confirmation={useUnlockAccountMutation()}
    />
  );
}
