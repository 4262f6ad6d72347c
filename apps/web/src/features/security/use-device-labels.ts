import { useCallback } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';

/** The server's names of browsers: "Chrome on Android". Other programs have a single name. */
const browserOnSystem = /^(.+) on (.+)$/;

/** Returns the name of a device in the customer's language; other names stay as they are. */
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
