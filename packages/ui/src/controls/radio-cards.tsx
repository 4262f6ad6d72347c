import type { ReactNode } from 'react';
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup';
import { cx } from '../cx.ts';
import { FieldLabel } from './field-parts.tsx';

export type RadioCard = {
  readonly value: string;
  readonly label: string;
  readonly description?: ReactNode;
  readonly icon?: ReactNode;
  readonly isDisabled?: boolean | undefined;
  /** Why it cannot be chosen. Shown instead of the description. */
  readonly reason?: string | undefined;
};

export type RadioCardsProps = {
  readonly label: string;
  readonly options: readonly RadioCard[];
  readonly value: string | null;
  readonly onChange: (value: string) => void;
  readonly columns?: 1 | 2 | undefined;
  readonly isDisabled?: boolean | undefined;
};

/** A few choices that deserve a sentence each. */
export function RadioCards({
  label,
  options,
  value,
  onChange,
  columns = 2,
  isDisabled = false,
}: RadioCardsProps) {
  return (
    <RadioGroup value={value} onChange={onChange} isDisabled={isDisabled} className="flex flex-col gap-1.5">
      <FieldLabel>{label}</FieldLabel>
      <div className={cx('grid gap-3', columns === 2 && 'sm:grid-cols-2')}>
        {options.map((option) => (
          <Radio
            key={option.value}
            value={option.value}
            isDisabled={option.isDisabled ?? false}
            className="group flex min-h-16 cursor-pointer items-center gap-3 rounded-md border border-line-strong bg-surface px-4 py-3 transition-colors duration-120 data-disabled:cursor-not-allowed data-disabled:border-line data-disabled:bg-sunken data-focus-visible:outline-2 data-focus-visible:outline-offset-2 data-focus-visible:outline-focus data-hovered:bg-sunken data-selected:border-accent data-selected:bg-accent-soft"
          >
            {option.icon ? (
              <span className="text-ink-2 group-data-disabled:text-ink-3 group-data-selected:text-accent-ink">
                {option.icon}
              </span>
            ) : null}
            <span className="flex min-w-0 grow flex-col">
              <span className="font-semibold text-ink-1 group-data-disabled:text-ink-3 group-data-selected:text-accent-ink">
                {option.label}
              </span>
              {option.isDisabled && option.reason ? (
                <span className="text-small text-ink-3">{option.reason}</span>
              ) : option.description ? (
                <span className="text-small text-ink-2 group-data-disabled:text-ink-3 group-data-selected:text-accent-ink">
                  {option.description}
                </span>
              ) : null}
            </span>
            <span
              aria-hidden="true"
              className="grid size-5 shrink-0 place-items-center rounded-full border border-line-strong group-data-selected:border-accent"
            >
              <span className="size-2.5 scale-0 rounded-full bg-accent transition-transform duration-120 group-data-selected:scale-100" />
            </span>
          </Radio>
        ))}
      </div>
    </RadioGroup>
  );
}
