import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { toFailure } from '../api/failure.ts';
import type { ApiError } from '../api/failure.ts';
import { refusalWords } from './refusal-words.ts';

/** The cause of a failed call in the customer's words: connection, too slow, unreadable, a status, or the server's own words. */
export function useFailureText(): (error: ApiError) => string {
  const { t } = useTranslation();
  return useCallback(
    (error) => {
      const failure = toFailure(error);
      switch (failure.kind) {
        case 'HTTP':
          return failure.status === 429
            ? t('errors.tooManyRequests')
            : t('common.failure.HTTP', { status: failure.status });
        case 'REFUSED':
          return refusalWords(failure) ?? t('common.failure.REFUSED');
        default:
          return t(`common.failure.${failure.kind}`);
      }
    },
    [t],
  );
}
