import { useSetUserConfigMutation } from '../api/calls/accounts/set-user-config.ts';
import type { Language } from '../i18n/languages.ts';
import { selectUserId } from '../session/session-slice.ts';
import { useAppSelector } from '../store/store.ts';

/** Saves the language on the server, in upper case, for the customer's mails. A failure changes nothing on screen. */
export function useSaveLanguage(): (language: Language) => void {
  const userId = useAppSelector(selectUserId);
  const [setUserConfig] = useSetUserConfigMutation();
  return (language) => {
    if (userId === null) return;
    void setUserConfig({ userId, config: { Language: language.toUpperCase() } });
  };
}
