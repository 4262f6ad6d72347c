import { unmaskUserConfig } from './api/unmask-user-config.ts';
import type { AppStore } from '../../store/store.ts';
import { storedLanguage } from '../../i18n/detect-language.ts';
import { changeLanguage } from '../../i18n/i18n.ts';
import { languages } from '../../i18n/languages.ts';
import {
  chooseNumberStyle,
  numberStyleConfigKey,
  storedNumberStyle,
  toNumberStyle,
} from '../../i18n/number-style.ts';

/** Takes over the language and the number style of the account, where none was ever chosen in this browser. */
export function adoptPreferences(userId: number) {
  return async (dispatch: AppStore['dispatch']): Promise<void> => {
    if (storedLanguage() !== null && storedNumberStyle() !== null) return;
    const { data } = await dispatch(unmaskUserConfig.initiate({ userId }, { subscribe: false }));
    const style = toNumberStyle(data?.[numberStyleConfigKey]);
    // What was chosen in this browser meanwhile stays; when the account does not answer, so does what is on screen.
    if (style && storedNumberStyle() === null) chooseNumberStyle(style);
    const saved = languages.find((language) => language.toUpperCase() === data?.['Language']);
    if (saved && storedLanguage() === null) await changeLanguage(saved).catch(() => undefined);
  };
}
