import { formatDecimal } from '@salar/ui';
import { useCallback } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';

const kilobyte = 1000;
const megabyte = 1_000_000;

/** Formats a file size: `91 KB`, `1.2 MB`. */
export function useFileSize(): (bytes: number) => string {
  const { t } = useTranslation();
  return useCallback(
    (bytes) =>
      bytes < megabyte
        ? t('verification.request.kilobytes', { size: Math.max(1, Math.round(bytes / kilobyte)) })
        : t('verification.request.megabytes', {
            size: formatDecimal((bytes / megabyte).toFixed(1), { minPlaces: 1 }),
          }),
    [t],
  );
}
