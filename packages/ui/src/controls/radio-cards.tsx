import { useId } from 'react';
import type { ReactNode } from 'react';
import { cx } from '../cx.ts';

export type RadioCard = {
  readonly value: string;
  readonly label: string;
  readonly description?: ReactNode;
  readonly icon?: ReactNode;
  readonly isDisabled?: boolean | undefined;
  /** The reason why it cannot be chosen, shown instead of the description. */
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

/** A few choices, each with a sentence of explanation. */
export function RadioCards({
  label,
  options,
  value,
  onChange,
  columns = 2,
  isDisabled = false,
}: RadioCardsProps) {
  const name = useId();
  return (
    <fieldset className="flex flex-col gap-1.5" disabled={isDisabled}>
      <legend className="mb-1.5 block text-small font-medium text-ink-2">{label}</legend>
      <div className={cx('grid gap-3', columns === 2 && 'sm:grid-cols-2')}>
        {options.map((option) => (
          <RadioCardItem
            key={option.value}
            name={name}
            option={option}
            isChosen={option.value === value}
            isDisabled={isDisabled || option.isDisabled === true}
            onChoose={() => onChange(option.value)}
          />
        ))}
      </div>
    </fieldset>
  );
}

type RadioCardItemProps = {
  readonly name: string;
  readonly option: RadioCard;
  readonly isChosen: boolean;
  readonly isDisabled: boolean;
  readonly onChoose: () => void;
};

function RadioCardItem({ name, option, isChosen, isDisabled, onChoose }: RadioCardItemProps) {
  const ink = isDisabled ? 'text-ink-3' : isChosen ? 'text-accent-ink' : null;
  const note = isDisabled && option.reason ? option.reason : option.description;
  return (
    <label
      data-selected={isChosen || undefined}
      data-disabled={isDisabled || undefined}
      className={cx(
        'relative flex min-h-16 items-center gap-3 rounded-md border px-4 py-3 transition-colors duration-120',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
        isDisabled
          ? 'cursor-not-allowed border-line bg-sunken'
          : isChosen
            ? 'cursor-pointer border-accent bg-accent-soft'
            : 'cursor-pointer border-line-strong bg-surface hover:bg-sunken',
      )}
    >
      {/* The real control covers the whole card invisibly. */}
      <input
        type="radio"
        name={name}
        value={option.value}
        checked={isChosen}
        disabled={isDisabled}
        onChange={onChoose}
        className="absolute inset-0 size-full cursor-[inherit] opacity-0"
      />
      {option.icon ? <span className={ink ?? 'text-ink-2'}>{option.icon}</span> : null}
      <span className="flex min-w-0 grow flex-col">
        {/* Customers name what they save: the text stays on its own line and in its own direction. */}
        <bdi className={cx('line-clamp-3 font-semibold [overflow-wrap:anywhere]', ink ?? 'text-ink-1')}>
          {option.label}
        </bdi>
        {note ? <span className={cx('text-small', ink ?? 'text-ink-2')}>{note}</span> : null}
      </span>
      <span
        aria-hidden="true"
        className={cx(
          'grid size-5 shrink-0 place-items-center rounded-full border',
          isChosen ? 'border-accent' : 'border-line-strong',
        )}
      >
        <span
          className={cx(
            'choice-dot size-2.5 rounded-full bg-accent transition-transform duration-120',
            isChosen ? 'scale-100' : 'scale-0',
          )}
        />
      </span>
    </label>
  );
}
