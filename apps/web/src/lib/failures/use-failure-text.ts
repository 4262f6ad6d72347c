import { useCallback } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { toFailure } from '../../api/failure.ts';
import type { ApiError } from '../../api/failure.ts';
import { isReauthenticationRefusal } from '../../api/reauthentication.ts';
import { translateRefusalMessage } from './refusal-messages.ts';

/**
 * Describes the cause of a failed call to the customer: connection, timeout, unreadable answer, HTTP status, or the
 * server's reason.
 */
export function useFailureText(): (error: ApiError) => string {
  const { t } = useTranslation().i18n;
  return useCallback(
    (error) => {
      const failure = toFailure(error);
      switch (failure.kind) {
        case 'HTTP':
          if (failure.status === 429) return t('errors.tooManyRequests');
          if (failure.status === 401) return t('errors.sessionLost');
          return t('common.failure.HTTP', { status: failure.status });
        case 'REFUSED':
          if (isReauthenticationRefusal(failure)) return t('errors.reauthenticationDeclined');
          return translateRefusalMessage(failure, t) ?? t('common.failure.REFUSED');
        default:
          return t(`common.failure.${failure.kind}`);
      }
    },
    [t],
  );
}
