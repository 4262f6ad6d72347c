import { findRegionalLocale } from '@salar/ui';
import { useMemo } from 'react';
import { useLanguage } from '../../i18n/use-language.ts';

/** Formats times in the customer's zone, as short as the trading page needs them. */
export function useTimes() {
  const { language } = useLanguage();
  return useMemo(() => {
    const format = (options: Intl.DateTimeFormatOptions) => {
      const formatter = new Intl.DateTimeFormat(findRegionalLocale(language), options);
      return (at: number) => formatter.format(at);
    };
    const unit = (name: string) => {
      const formatter = new Intl.NumberFormat(findRegionalLocale(language), {
        style: 'unit',
        unit: name,
        unitDisplay: 'narrow',
      });
      return (count: number) => formatter.format(count).replace(/\.$/, ''); // Without the dot of an abbreviation.
    };
    const zoneName = (timeZoneName: 'long' | 'shortOffset', at: number) =>
      new Intl.DateTimeFormat(findRegionalLocale(language), { timeZoneName })
        .formatToParts(at)
        .find(({ type }) => type === 'timeZoneName')?.value ?? '';
    const minutes = unit('minute');
    const hours = unit('hour');
    const days = unit('day');
    const weeks = unit('week');
    return {
      /** 15m, 4h, 1w */
      span: (seconds: number) => {
        if (seconds < 3600) return minutes(seconds / 60);
        if (seconds < 86_400) return hours(seconds / 3600);
        return seconds < 604_800 ? days(seconds / 86_400) : weeks(seconds / 604_800);
      },
      /** 14:07:09 */
      second: format({ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' }),
      /** 14:07 */
      minute: format({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
      /** Mar 5 */
      day: format({ month: 'short', day: 'numeric' }),
      /** Mar 5, 2026, 14:07 */
      fullMoment: format({
        year: 'numeric',
        month: 'short',
        day: 'numeric',
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
      }),
      /** The name of the browser's time zone at a given time, such as Colombia Standard Time (GMT-5). */
      zone: (at: number) => `${zoneName('long', at)} (${zoneName('shortOffset', at)})`,
      /** Mar 5, 14:07 */
      moment: format({
        month: 'short',
        day: 'numeric',
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
      }),
    };
  }, [language]);
}
