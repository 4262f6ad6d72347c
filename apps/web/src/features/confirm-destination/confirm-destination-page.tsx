import { skipToken } from '@reduxjs/toolkit/query';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useConfirmWithdrawInfoMutation } from './api/confirm-withdraw-info.ts';
import { useGetWithdrawInfoConfirmationQuery } from '../../api/calls/sign-in/get-mailed-confirmation.ts';
import { ConfirmByLink } from '../../lib/mailed-links/confirm-by-link.tsx';
import { useLinkCode } from '../../lib/mailed-links/use-link-code.ts';
import { useCodeReview } from '../../parts/destinations/use-code-review.tsx';

/** The page behind the link that confirms a saved destination. */
export function ConfirmDestinationPage() {
  const { t } = useTranslation();
  const link = useLinkCode();
  const review = useGetWithdrawInfoConfirmationQuery(link ?? skipToken);
  return (
    <ConfirmByLink
      texts="confirm-destination"
      link={link}
      loadingText={t('confirm-destination.loading')}
      backHref="/ramping/withdraw"
      review={useCodeReview(review, (state) => {
        const key = state === 'Confirmed' ? 'confirmed' : 'expired';
        return { title: t(`confirm-destination.${key}.title`), body: t(`confirm-destination.${key}.body`) };
      })}
      confirmation={useConfirmWithdrawInfoMutation()}
    />
  );
}
