import { useLocale } from 'react-aria-components/I18nProvider';
import { formatDateTime } from '../format/date-time.ts';
import type { DateStyle } from '../format/date-time.ts';

export type DateTimeProps = {
  readonly at: Date | string | number;
  readonly style?: Exclude<DateStyle, 'full'> | undefined;
  readonly className?: string | undefined;
};

/** A time in the customer's time zone and language; the tooltip has the full value with its zone. */
export function DateTime({ at, style = 'dateTime', className }: DateTimeProps) {
  const { locale } = useLocale();
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return <span className="text-ink-3">—</span>;
  return (
    <time
      dateTime={date.toISOString()}
      title={formatDateTime(date, locale, 'full')}
      className={className ?? 'num'}
    >
      {formatDateTime(date, locale, style)}
    </time>
  );
}
