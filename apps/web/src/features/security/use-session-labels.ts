import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserSession } from './api/get-user-sessions.ts';
import { useDeviceWords } from './use-device-labels.ts';

/** What a session is called: its device and the address it was last used from. */
export function useSessionWords(): (session: UserSession) => {
  readonly device: string;
  readonly address: string;
} {
  const { t } = useTranslation();
  const deviceWords = useDeviceWords();
  return useCallback(
    ({ deviceName, ipAddress }) => ({
      device: deviceName === null ? t('security.sessions.unknownDevice') : deviceWords(deviceName),
      address: ipAddress ?? t('security.sessions.unknownAddress'),
    }),
    [t, deviceWords],
  );
}
