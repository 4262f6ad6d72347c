import { useTranslation } from 'react-i18next';
import { useConfirmWithdrawMutation } from '../../api/calls/confirm-withdraw.ts';
import { isOutcomeUnknown, toFailure } from '../../api/failure.ts';
import { ConfirmByLink } from '../../lib/confirm-by-link.tsx';

/** The page behind the link that confirms a withdrawal. */
export function ConfirmWithdrawPage() {
  const { t } = useTranslation();
  const [confirm, { isLoading }] = useConfirmWithdrawMutation();
  const wordsOf = (key: 'success' | 'failure' | 'unknown' | 'missing') => ({
    title: t(`confirm-withdraw.${key}.title`),
    body: t(`confirm-withdraw.${key}.body`),
  });
  return (
    <ConfirmByLink
      title={t('confirm-withdraw.title')}
      ready={{
        title: t('confirm-withdraw.ready.title'),
        body: t('confirm-withdraw.ready.body'),
        confirm: t('confirm-withdraw.ready.confirm'),
      }}
      loadingText={t('confirm-withdraw.loading')}
      isLoading={isLoading}
      outcomes={{
        success: wordsOf('success'),
        failure: wordsOf('failure'),
        unknown: wordsOf('unknown'),
        missing: wordsOf('missing'),
      }}
      back={{ href: '/ramping/withdraw', label: t('confirm-withdraw.back') }}
      onConfirm={async (link) => {
        const answer = await confirm(link);
        if (answer.data) return answer.data.isAccepted ? 'success' : 'failure';
        return isOutcomeUnknown(toFailure(answer.error)) ? 'unknown' : 'failure';
      }}
    />
  );
}
