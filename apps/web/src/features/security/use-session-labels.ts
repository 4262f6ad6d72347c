import { useCallback } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { UserSession } from './api/get-user-sessions.ts';
import { useDeviceLabels } from './use-device-labels.ts';

/** Labels a session by its device and the address it was last used from. */
export function useSessionLabels(): (session: UserSession) => {
  readonly device: string;
  readonly address: string;
} {
  const { t } = useTranslation();
  const deviceLabel = useDeviceLabels();
  return useCallback(
    ({ deviceName, ipAddress }) => ({
      device: deviceName === null ? t('security.sessions.unknownDevice') : deviceLabel(deviceName),
      address: ipAddress ?? t('security.sessions.unknownAddress'),
    }),
    [t, deviceLabel],
  );
}
