import { cx } from '@salar/ui';
import { useId } from 'react';

type Segment<Value extends string> = {
  readonly value: Value;
  readonly label: string;
  /** A tooltip that explains the abbreviation. */
  readonly title?: string;
  /** Buy and sell have colours in addition to their label. */
  readonly tone?: 'gain' | 'loss';
};

export type SegmentsProps<Value extends string> = {
  readonly label: string;
  readonly isLabelHidden?: boolean;
  readonly options: readonly Segment<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  /** `bar` shares the width equally; `inline` is as wide as its labels. */
  readonly look?: 'bar' | 'inline';
};

const chosen = {
  gain: 'bg-gain-soft text-gain',
  loss: 'bg-loss-soft text-loss',
  plain: 'bg-surface text-ink-1',
} as const;

/** A choice among very few options, all visible. Arrow keys select, as in any group of radio buttons. */
export function Segments<Value extends string>(props: SegmentsProps<Value>) {
  const { label, isLabelHidden = false, options, value, onChange, look = 'bar' } = props;
  const name = useId();
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5">
      <legend className={isLabelHidden ? 'sr-only' : 'mb-1.5 text-small font-medium text-ink-2'}>
        {label}
      </legend>
      <div
        className={cx(
          'gap-1 rounded-md bg-sunken p-1',
          look === 'bar' ? 'grid auto-cols-fr grid-flow-col' : 'flex w-fit max-w-full flex-wrap',
        )}
      >
        {options.map((option) => (
          <label
            key={option.value}
            title={option.title}
            data-selected={option.value === value || undefined}
            className={cx(
              'relative flex min-h-9 cursor-pointer items-center justify-center rounded-sm text-center text-small font-semibold transition-colors duration-120 pointer-fine:min-h-8',
              'has-focus-visible:outline-2 has-focus-visible:outline-focus',
              look === 'bar' ? 'px-2.5' : 'px-2',
              option.value === value ? chosen[option.tone ?? 'plain'] : 'text-ink-2 hover:text-ink-1',
            )}
          >
            {/* The real control lies invisibly over the whole segment and half of the gaps around it, so that its
                touch target is 44 px. */}
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className="absolute -start-1 -top-1 h-[calc(100%+0.5rem)] w-[calc(100%+0.5rem)] cursor-[inherit] opacity-0"
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
