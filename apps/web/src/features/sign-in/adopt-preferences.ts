import { unmaskUserConfig } from './api/unmask-user-config.ts';
import type { AppStore } from '../../store/store.ts';
import { readStoredLanguage } from '../../i18n/detect-language.ts';
import { changeLanguage } from '../../i18n/i18n.ts';
import { languages } from '../../i18n/languages.ts';
import {
  chooseNumberStyle,
  numberStyleConfigKey,
  readStoredNumberStyle,
  toNumberStyle,
} from '../../i18n/number-style.ts';

/** Applies the account's language and number style where none was chosen in this browser. */
export function adoptPreferences(userId: number) {
  return async (dispatch: AppStore['dispatch']): Promise<void> => {
    if (readStoredLanguage() !== null && readStoredNumberStyle() !== null) return;
    const { data } = await dispatch(unmaskUserConfig.initiate({ userId }, { subscribe: false }));
    const style = toNumberStyle(data?.[numberStyleConfigKey]);
    // A choice made in this browser meanwhile stays, and so do the defaults when the request fails.
    if (style && readStoredNumberStyle() === null) chooseNumberStyle(style);
    const saved = languages.find((language) => language.toUpperCase() === data?.['Language']);
    if (saved && readStoredLanguage() === null) await changeLanguage(saved).catch(() => undefined);
  };
}
