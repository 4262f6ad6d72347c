import { getLocalTimeZone, parseDate, parseDateTime, today } from '@internationalized/date';
import type { CalendarDate, CalendarDateTime } from '@internationalized/date';
import { useContext } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import {
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  CalendarHeading,
} from 'react-aria-components/Calendar';
import {
  DateInput,
  DatePicker,
  DatePickerStateContext,
  DateSegment,
  Group,
} from 'react-aria-components/DatePicker';
import { Dialog } from 'react-aria-components/Dialog';
import { Popover } from 'react-aria-components/Popover';
import { usePopoverState } from '../overlays/use-popover-state.ts';
import { cx } from '../cx.ts';
import { omitUndefined } from '../omit-undefined.ts';
import { CalendarIcon, ChevronLeftIcon, ChevronRightIcon } from '../icons.tsx';
import { useUiTexts } from '../texts/ui-texts.tsx';
import { Button } from './button.tsx';
import type { DateFieldProps } from './date-field.tsx';
import { FieldHint, FieldLabel, FieldMessage } from './field-parts.tsx';

/** The content of `DateField`, once its code has loaded. */
export function DateFieldView({
  label,
  value,
  onChange,
  onBlur,
  hasTime,
  firstDay,
  endsToday = false,
  hint,
  error,
  ...rest
}: DateFieldProps) {
  const isInvalid = typeof error === 'string' && error !== '';
  const popover = usePopoverState();
  return (
    <DatePicker<CalendarDate | CalendarDateTime>
      {...popover}
      value={hasTime ? parseMoment(value) : parseDay(value)}
      // The value includes seconds, which are never typed.
      onChange={(day) => onChange(day?.toString().slice(0, 'yyyy-mm-ddThh:mm'.length) ?? '')}
      granularity={hasTime ? 'minute' : 'day'}
      hourCycle={24}
      {...omitUndefined({
        onBlur: onBlur && (() => onBlur()),
        minValue: firstDay === undefined ? undefined : parseDay(firstDay),
        maxValue: endsToday ? today(getLocalTimeZone()) : undefined,
      })}
      isDisabled={rest.isDisabled ?? false}
      isInvalid={isInvalid}
      validationBehavior="aria"
      shouldForceLeadingZeros
      className={cx('flex flex-col gap-1.5', rest.className)}
    >
      <FieldLabel>{label}</FieldLabel>
      {hint === undefined ? null : <FieldHint>{hint}</FieldHint>}
      <Group
        className="@container field-frame flex min-h-11 items-center ps-3.5 pe-0.5"
        data-invalid={isInvalid || undefined}
        data-disabled={rest.isDisabled || undefined}
      >
        <DateInput className="num flex min-w-0 grow flex-wrap items-center py-2 text-body">
          {(segment) => (
            <DateSegment
              segment={segment}
              className={cx(
                'rounded-sm whitespace-nowrap text-ink-1 outline-none data-focused:bg-accent-soft data-focused:text-accent-ink data-placeholder:text-ink-3',
                // Two digits are narrower than a touch target, so they extend into the separators next to them.
                segment.type === 'literal' ? 'px-0.5' : '-mx-1 min-w-6 px-1 text-center',
                // With enlarged text on a phone, the time is on a line of its own.
                /\s/.test(segment.text) &&
                  segment.type === 'literal' &&
                  '@max-[12rem]:h-0 @max-[12rem]:w-full @max-[12rem]:overflow-hidden',
              )}
            />
          )}
        </DateInput>
        <AriaButton className={squareButton}>
          <CalendarIcon size={18} />
        </AriaButton>
      </Group>
      <FieldMessage>{error}</FieldMessage>
      <Popover
        offset={6}
        className="motion-popover overflow-auto rounded-lg border border-line bg-raised p-2 shadow-overlay outline-none"
      >
        <Dialog className="flex flex-col gap-1 outline-none">
          <MonthOfDays />
          <ClearButton />
        </Dialog>
      </Popover>
    </DatePicker>
  );
}

const squareButton =
  'relative grid size-10 shrink-0 after:absolute after:-inset-0.5 place-items-center rounded-md text-ink-2 data-hovered:bg-sunken data-hovered:text-ink-1 data-disabled:text-ink-3';

function MonthOfDays() {
  return (
    <Calendar>
      <header className="flex w-0 min-w-full items-center justify-between">
        <AriaButton slot="previous" className={squareButton}>
          <ChevronLeftIcon size={18} />
        </AriaButton>
        <CalendarHeading className="text-center text-body font-semibold first-letter:uppercase" />
        <AriaButton slot="next" className={squareButton}>
          <ChevronRightIcon size={18} />
        </AriaButton>
      </header>
      <CalendarGrid>
        <CalendarGridHeader>
          {(day) => (
            <CalendarHeaderCell className="h-9 text-small font-medium text-ink-3">{day}</CalendarHeaderCell>
          )}
        </CalendarGridHeader>
        <CalendarGridBody>
          {(day) => (
            <CalendarCell
              date={day}
              className="num grid size-10 cursor-pointer place-items-center rounded-md text-body text-ink-1 min-[22rem]:pointer-coarse:size-11 data-hovered:bg-sunken data-today:font-bold data-disabled:cursor-default data-disabled:opacity-40 data-outside-month:invisible data-selected:bg-accent data-selected:text-on-accent"
            />
          )}
        </CalendarGridBody>
      </CalendarGrid>
    </Calendar>
  );
}

/** Clears the day without a keyboard. */
function ClearButton() {
  const texts = useUiTexts();
  const picker = useContext(DatePickerStateContext);
  if (!picker?.value) return null;
  return (
    <Button
      variant="ghost"
      size="sm"
      onPress={() => {
        picker.setValue(null);
        picker.close();
      }}
    >
      {texts.clear}
    </Button>
  );
}

function parseDay(value: string): CalendarDate | null {
  try {
    return parseDate(value);
  } catch {
    return null;
  }
}

function parseMoment(value: string): CalendarDateTime | null {
  try {
    return parseDateTime(value);
  } catch {
    return null;
  }
}
