import { findLanguage } from '../../i18n/languages.ts';

/** Builds the address of the widget's frame: this origin, dark, in the customer's language. */
export function buildWidgetAddress(widgetUrl: string, language: string | undefined): string {
  const url = new URL(widgetUrl, window.location.origin);
  url.searchParams.set('lang', findLanguage(language));
  url.searchParams.set('theme', 'dark');
  return url.pathname + url.search;
}
