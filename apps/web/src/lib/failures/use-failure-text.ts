import { useCallback } from 'react';
import type { Translate } from '../../i18n/translator.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { toFailure } from '../../api/failure.ts';
import type { ApiError, ApiFailure } from '../../api/failure.ts';
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
          if (failure.status === 401) return t('errors.sessionLost');
          return describeStatus(failure, t);
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

/** Says how long to wait, when the server does. */
function describeStatus(
  { status, retryAfterSeconds }: Extract<ApiFailure, { kind: 'HTTP' }>,
  t: Translate,
): string {
  const wait = retryAfterSeconds === undefined ? null : formatWait(retryAfterSeconds, t);
  if (status === 429)
    return wait === null ? t('errors.tooManyRequests') : t('errors.tooManyRequestsFor', { wait });
  return status === 503 && wait !== null
    ? t('common.failure.busy', { wait })
    : t('common.failure.HTTP', { status });
}

function formatWait(seconds: number, t: Translate): string {
  return seconds <= 90
    ? t('common.wait.seconds', { count: seconds })
    : t('common.wait.minutes', { count: Math.ceil(seconds / 60) });
}
