/**
 * Formats dates in the customer's time zone and language. Formatters are expensive to create, so each is created once.
 */
export type DateStyle = 'dateTime' | 'date' | 'time' | 'full';

const styles: Record<DateStyle, Intl.DateTimeFormatOptions> = {
  dateTime: { dateStyle: 'medium', timeStyle: 'short' },
  date: { dateStyle: 'medium' },
  time: { timeStyle: 'short' },
  full: { dateStyle: 'full', timeStyle: 'long' },
};
const regional: Record<string, string> = { en: 'en-US', es: 'es-419', pt: 'pt-BR' };
const formatters = new Map<string, Intl.DateTimeFormat>();
const relatives = new Map<string, Intl.RelativeTimeFormat>();

/** Returns the regional locale of an app language: `es` is `es-419`, Latin American Spanish. */
export function findRegionalLocale(language: string): string {
  return regional[language.split('-')[0] ?? ''] ?? 'en-US';
}

/**
 * Formats a time.
 *
 * @returns an empty text for an invalid time
 * @example formatDateTime('2026-03-05T14:07:00Z', 'en')   // 'Mar 5, 2026, 9:07 AM' in Bogotá
 */
export function formatDateTime(
  at: Date | string | number,
  language: string,
  style: DateStyle = 'dateTime',
): string {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return '';
  const locale = findRegionalLocale(language);
  const key = `${locale}/${style}`;
  let formatter = formatters.get(key);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat(locale, styles[style]);
    formatters.set(key, formatter);
  }
  return formatter.format(date);
}

/**
 * Formats an age within the last hour, such as "3 minutes ago".
 *
 * @param now  milliseconds since 1970
 * @returns null when the time is older than an hour or in the future: show the date instead
 */
export function formatAge(at: Date | string | number, language: string, now: number): string | null {
  const seconds = Math.round((now - new Date(at).getTime()) / 1000);
  if (!(seconds >= 0 && seconds < 3600)) return null;
  const locale = findRegionalLocale(language);
  let formatter = relatives.get(locale);
  if (!formatter) {
    formatter = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
    relatives.set(locale, formatter);
  }
  return seconds < 60
    ? formatter.format(-seconds, 'second')
    : formatter.format(-Math.floor(seconds / 60), 'minute');
}
