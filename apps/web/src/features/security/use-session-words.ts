import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserSession } from '../../api/calls/get-user-sessions.ts';

/** As the server names browsers: "Chrome on Android". Other programs have one name only. */
const browserOnSystem = /^(.+) on (.+)$/;

/** What a session is called: its device and the address it was last used from. */
export function useSessionWords(): (session: UserSession) => {
  readonly device: string;
  readonly address: string;
} {
  const { t } = useTranslation();
  return useCallback(
    ({ deviceName, ipAddress }) => {
      const [, program, system] = browserOnSystem.exec(deviceName ?? '') ?? [];
      return {
        device:
          program && system
            ? t('security.sessions.device', { program, system })
            : (deviceName ?? t('security.sessions.unknownDevice')),
        address: ipAddress ?? t('security.sessions.unknownAddress'),
      };
    },
    [t],
  );
}
