import { unmaskUserConfig } from '../../api/calls/unmask-user-config.ts';
import type { AppStore } from '../../app/store.ts';
import { storedLanguage } from '../../i18n/detect-language.ts';
import { changeLanguage } from '../../i18n/i18n.ts';
import { languages } from '../../i18n/languages.ts';

/** In a browser where no language was ever chosen, the customer's account remembers theirs. */
export function adoptLanguage(userId: number) {
  return async (dispatch: AppStore['dispatch']): Promise<void> => {
    if (storedLanguage() !== null) return;
    const { data } = await dispatch(unmaskUserConfig.initiate({ userId }, { subscribe: false }));
    const saved = languages.find((language) => language.toUpperCase() === data?.['Language']);
    // Whoever chose one meanwhile, or cannot be asked, keeps what is on screen.
    if (saved && storedLanguage() === null) await changeLanguage(saved).catch(() => undefined);
  };
}
