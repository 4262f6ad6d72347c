import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

/** As the server names browsers: "Chrome on Android". Other programs have one name only. */
const browserOnSystem = /^(.+) on (.+)$/;

/** The name of a device in the customer's language; other names stay as they are. */
export function useDeviceLabels(): (name: string) => string {
  const { t } = useTranslation();
  return useCallback(
    (name) => {
      const [, program, system] = browserOnSystem.exec(name) ?? [];
      return program && system ? t('security.sessions.device', { program, system }) : name;
    },
    [t],
  );
}
