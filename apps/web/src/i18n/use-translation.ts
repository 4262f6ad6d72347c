import { useSyncExternalStore } from 'react';
import { translator } from './translator.ts';
import type { Translate, Translator } from './translator.ts';

type Translation = {
  /** Another function after each change, so that values computed with it are computed again. */
  readonly t: Translate;
  /** Its `t` stays the same function, for effects and callbacks. */
  readonly i18n: Translator;
};

let current = createTranslation();

/** Returns the texts in the language on screen, and renders again when it or the number format changes. */
export function useTranslation(): Translation {
  return useSyncExternalStore(translator.subscribe, () => current);
}

// Subscribed before every component, so that each of them finds the new value.
translator.subscribe(() => {
  current = createTranslation();
});

function createTranslation(): Translation {
  return { t: (key, values) => translator.t(key, values), i18n: translator };
}
