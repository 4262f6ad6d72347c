/** Formats times, amounts and devices in mails like the screens do, in the customer's language. */
import { toDeviceName } from '../sessions/device-names.ts';
import type { Language } from './languages.ts';

/** The exchange does not know a customer's own time zone: the zone of the language's country is used, and named. */
const zones: Readonly<
  Record<Language, { readonly locale: string; readonly zone: string; readonly name: string }>
> = {
  en: { locale: 'en-US', zone: 'America/Bogota', name: 'Bogotá time, UTC-5' },
  es: { locale: 'es-MX', zone: 'America/Bogota', name: 'hora de Bogotá, UTC-5' },
  pt: { locale: 'pt-BR', zone: 'America/Sao_Paulo', name: 'horário de Brasília, UTC-3' },
};

const on: Readonly<Record<Language, string>> = { en: 'on', es: 'en', pt: 'no' };

/**
 * Formats a time with its zone, and with the month spelled out, so that it cannot be mistaken for the day.
 *
 * @param at  milliseconds of the epoch
 * @example formatMailTime(Date.UTC(2026, 0, 2, 3, 4), 'pt')   // '2 de jan. de 2026, 00:04 (horário de Brasília, UTC-3)'
 */
export function formatMailTime(at: number, language: Language): string {
  const { locale, zone, name } = zones[language];
  const text = new Intl.DateTimeFormat(locale, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: zone,
  }).format(at);
  // Some locales put narrow spaces into times, which mail programs show as boxes.
  return `${text.replaceAll(/[\u00a0\u202f]/g, ' ')} (${name})`;
}

/**
 * Formats an amount with all its digits, at least two decimals, and grouped thousands, like the screens do by default. Three
 * decimals that could be taken for a group get a fourth, because readers of Spanish and Portuguese group with the point.
 *
 * @param amount  decimal text with a point
 * @example formatMailAmount('1552888.5')   // '1,552,888.50'
 * @example formatMailAmount('1.234')       // '1.2340'
 */
export function formatMailAmount(amount: string): string {
  const [whole = '', decimals = ''] = amount.split('.');
  const couldBeGroup = decimals.length === 3 && /^[1-9]\d{0,2}$/.test(whole);
  const shown = couldBeGroup ? `${decimals}0` : decimals.padEnd(2, '0');
  return `${whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ',')}.${shown}`;
}

/** Formats the browser and system of a `User-Agent`; null when they are not recognised. */
export function formatMailDevice(agent: string | null, language: Language): string | null {
  const name = toDeviceName(agent);
  return name === '' ? null : name.replace(/ on (?=[^ ]+$)/, ` ${on[language]} `);
}
