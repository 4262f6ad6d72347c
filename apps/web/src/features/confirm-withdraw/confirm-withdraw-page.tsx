import { skipToken } from '@reduxjs/toolkit/query';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useConfirmWithdrawMutation } from './api/confirm-withdraw.ts';
import { useGetWithdrawConfirmationQuery } from '../../api/calls/sign-in/get-mailed-confirmation.ts';
import { ConfirmByLink } from '../../lib/mailed-links/confirm-by-link.tsx';
import { useLinkCode } from '../../lib/mailed-links/use-link-code.ts';
import { useCodeReview } from '../../parts/destinations/use-code-review.tsx';

const closed = { Confirmed: 'confirmed', Expired: 'expired', Ended: 'ended' } as const;

/** The page behind the link that confirms a withdrawal. */
export function ConfirmWithdrawPage() {
  const { t } = useTranslation();
  const link = useLinkCode();
  const review = useGetWithdrawConfirmationQuery(link ?? skipToken);
  return (
    <ConfirmByLink
      texts="confirm-withdraw"
      link={link}
      loadingText={t('confirm-withdraw.loading')}
      backHref="/ramping/withdraw"
      review={useCodeReview(review, (state) => ({
        title: t(`confirm-withdraw.${closed[state]}.title`),
        body: t(`confirm-withdraw.${closed[state]}.body`),
      }))}
      confirmation={useConfirmWithdrawMutation()}
    />
  );
}
