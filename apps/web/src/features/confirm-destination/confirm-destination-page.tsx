import { useTranslation } from 'react-i18next';
import { useConfirmWithdrawInfoMutation } from '../../api/calls/confirm-withdraw-info.ts';
import { isOutcomeUnknown, toFailure } from '../../api/failure.ts';
import { ConfirmByLink } from '../../lib/confirm-by-link.tsx';

/** The page behind the link that confirms a saved destination. */
export function ConfirmDestinationPage() {
  const { t } = useTranslation();
  const [confirm, { isLoading }] = useConfirmWithdrawInfoMutation();
  const wordsOf = (key: 'success' | 'failure' | 'unknown' | 'missing') => ({
    title: t(`confirm-destination.${key}.title`),
    body: t(`confirm-destination.${key}.body`),
  });
  return (
    <ConfirmByLink
      title={t('confirm-destination.title')}
      ready={{
        title: t('confirm-destination.ready.title'),
        body: t('confirm-destination.ready.body'),
        confirm: t('confirm-destination.ready.confirm'),
      }}
      loadingText={t('confirm-destination.loading')}
      isLoading={isLoading}
      outcomes={{
        success: wordsOf('success'),
        failure: wordsOf('failure'),
        unknown: wordsOf('unknown'),
        missing: wordsOf('missing'),
      }}
      back={{ href: '/ramping/withdraw', label: t('confirm-destination.back') }}
      onConfirm={async (link) => {
        const answer = await confirm(link);
        if (answer.data) return answer.data.isAccepted ? 'success' : 'failure';
        return isOutcomeUnknown(toFailure(answer.error)) ? 'unknown' : 'failure';
      }}
    />
  );
}
