import { useTranslation } from '../../i18n/use-translation.ts';
import { useFreezeAccountMutation } from './api/freeze-account.ts';
import { ConfirmByLink } from '../../lib/mailed-links/confirm-by-link.tsx';
import { useLinkCode } from '../../lib/mailed-links/use-link-code.ts';

/** The page behind the link of mails that freezes the account. */
export function FreezeAccountPage() {
  const { t } = useTranslation();
  const link = useLinkCode();
  return (
    <ConfirmByLink
      texts="freeze-account"
      link={link}
      loadingText={t('common.processing')}
      backHref="/forgot-password"
      note={t('freeze-account.note')}
      isRepeatable
      confirmation={useFreezeAccountMutation()}
    />
  );
}
