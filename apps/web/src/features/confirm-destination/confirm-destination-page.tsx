import { useTranslation } from 'react-i18next';
import { useConfirmWithdrawInfoMutation } from '../../api/calls/confirm-withdraw-info.ts';
import { ConfirmByLink } from '../../lib/confirm-by-link.tsx';

/** The page behind the link that confirms a saved destination. */
export function ConfirmDestinationPage() {
  const { t } = useTranslation();
  return (
    <ConfirmByLink
      texts="confirm-destination"
      loadingText={t('confirm-destination.loading')}
      backHref="/ramping/withdraw"
      confirmation={useConfirmWithdrawInfoMutation()}
    />
  );
}
