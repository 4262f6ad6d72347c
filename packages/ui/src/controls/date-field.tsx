import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import { lazyView } from '../lazy-view.tsx';

export type DateFieldProps = {
  readonly label: string;
  /** `2026-03-05`, with a time of day `2026-03-05T14:30`, or an empty text. */
  readonly value: string;
  /** Also called while the year is being typed: `0002-03-05`, `0020-03-05`, ... */
  readonly onChange: (value: string) => void;
  /** Called when the focus leaves the whole field including its calendar. */
  readonly onBlur?: (() => void) | undefined;
  /** Includes a time of day in hours and minutes, on a 24-hour clock. */
  readonly hasTime?: boolean | undefined;
  /** `2026-03-05`: the calendar offers no earlier day. The form has to refuse one that is typed. */
  readonly firstDay?: string | undefined;
  /** The calendar offers no day after today. The form has to refuse one that is typed. */
  readonly endsToday?: boolean | undefined;
  readonly hint?: ReactNode;
  readonly error?: string | null | undefined;
  readonly isDisabled?: boolean | undefined;
  readonly className?: string | undefined;
};

const view = lazyView<DateFieldProps>(async () => (await import('./date-field-view.tsx')).DateFieldView);

/** A day, typed in the order of the customer's language or picked from a calendar. */
export function DateField(props: DateFieldProps) {
  const View = view.use(true);
  if (View) return <View {...props} />;
  return (
    <div aria-busy="true" className={cx('flex flex-col gap-1.5', props.className)}>
      <span className="block text-small font-medium text-ink-2">{props.label}</span>
      {props.hint ? <span className="block text-small text-ink-3">{props.hint}</span> : null}
      <span className="field-frame min-h-11" />
    </div>
  );
}
