import { useTranslation } from 'react-i18next';
import { useConfirmWithdrawMutation } from '../../api/calls/confirm-withdraw.ts';
import { ConfirmByLink } from '../../lib/confirm-by-link.tsx';

/** The page behind the link that confirms a withdrawal. */
export function ConfirmWithdrawPage() {
  const { t } = useTranslation();
  return (
    <ConfirmByLink
      texts="confirm-withdraw"
      loadingText={t('confirm-withdraw.loading')}
      backHref="/ramping/withdraw"
      confirmation={useConfirmWithdrawMutation()}
    />
  );
}
