/** Looks texts up in the language on screen and fills in their values. */
import { findLanguage } from './languages.ts';
import type { Language } from './languages.ts';
import type { TextKey } from './text-key.ts';

/** The values of a text's `{{placeholders}}`. `count` also chooses the plural form: `key_one`, `key_many`, `key_other`. */
type TextValues = Readonly<Record<string, string | number | null | undefined>>;

/** Returns a text with its values; the key itself when its text is not loaded. */
export type Translate = (key: TextKey, values?: TextValues) => string;

type Texts = { readonly [key: string]: string | Texts };

const placeholder = /\{\{\s*(\w+)\s*\}\}/g;
const directionMarks = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;
const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFEFC]/;

export class Translator {
  language: Language = findLanguage(undefined);
  #plurals = new Intl.PluralRules(this.language);
  #texts: Partial<Record<Language, Texts>> = {};
  readonly #listeners = new Set<() => void>();

  /** Forgets all texts. */
  clear(): void {
    this.#texts = {};
  }

  /** Adds the shell's texts, or those of features under their names. */
  add(language: Language, texts: object): void {
    this.#texts[language] = { ...this.#texts[language], ...texts };
  }

  /** True when the texts of this feature are loaded; without a name, when any are. */
  has(language: Language, feature?: string): boolean {
    const texts = this.#texts[language];
    return texts !== undefined && (feature === undefined || Object.hasOwn(texts, feature));
  }

  /** Changes the language of all texts. */
  show(language: Language): void {
    this.language = language;
    this.#plurals = new Intl.PluralRules(language);
    this.refresh();
  }

  /** Notifies the subscribers that texts or figures are to be rendered again. */
  refresh(): void {
    for (const notify of this.#listeners) notify();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly t: Translate = (key, values = {}) => {
    const text = this.#find(key, values['count']) ?? key;
    return text.replace(placeholder, (_, name: string) => inReadingOrder(String(values[name] ?? '')));
  };

  #find(key: string, count: unknown): string | undefined {
    const texts = this.#texts[this.language];
    if (typeof count !== 'number') return findText(texts, key);
    return (
      findText(texts, `${key}_${this.#plurals.select(count)}`) ??
      findText(texts, `${key}_other`) ??
      findText(texts, key)
    );
  }
}

/** The translator of this page. */
export const translator = new Translator();

function findText(texts: Texts | undefined, key: string): string | undefined {
  let found: string | Texts | undefined = texts;
  for (const part of key.split('.'))
    found = typeof found === 'object' && Object.hasOwn(found, part) ? found[part] : undefined;
  return typeof found === 'string' ? found : undefined;
}

/**
 * Keeps a value from reversing the sentence around it: removes bidirectional control characters, and isolates values
 * that are written right to left or contained such characters.
 */
function inReadingOrder(value: string): string {
  const plain = value.replace(directionMarks, '');
  return plain !== value || rightToLeft.test(plain) ? `\u2068${plain}\u2069` : plain;
}
