import { useTranslation } from 'react-i18next';
import { isOutcomeUnknown, toFailure } from '../../api/failure.ts';
import { useUnlockAccountMutation } from '../../api/calls/unlock-account.ts';
import { ConfirmByLink } from '../../lib/confirm-by-link.tsx';

/** The page behind the link of the mail that says an account was locked. */
export function UnlockAccountPage() {
  const { t } = useTranslation();
  const [unlock, { isLoading }] = useUnlockAccountMutation();
  const wordsOf = (key: 'success' | 'failure' | 'unknown' | 'missing') => ({
    title: t(`unlock-account.${key}.title`),
    body: t(`unlock-account.${key}.body`),
  });
  return (
    <ConfirmByLink
      title={t('unlock-account.title')}
      ready={{
        title: t('unlock-account.ready.title'),
        body: t('unlock-account.ready.body'),
        confirm: t('unlock-account.ready.confirm'),
      }}
      loadingText={t('common.processing')}
      isLoading={isLoading}
      outcomes={{
        success: wordsOf('success'),
        failure: wordsOf('failure'),
        unknown: wordsOf('unknown'),
        missing: wordsOf('missing'),
      }}
      back={{ href: '/signin', label: t('unlock-account.back') }}
      onConfirm={async (link) => {
        const answer = await unlock(link);
        if (answer.data) return answer.data.isAccepted ? 'success' : 'failure';
        return isOutcomeUnknown(toFailure(answer.error)) ? 'unknown' : 'failure';
      }}
    />
  );
}
