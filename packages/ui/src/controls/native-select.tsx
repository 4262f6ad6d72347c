import { cx } from '../cx.ts';
import { ChevronDownIcon } from '../icons.tsx';

export type NativeSelectProps = {
  /** The accessible label. The visible label is the selected value. */
  readonly label: string;
  readonly options: readonly { readonly id: string; readonly label: string; readonly lang?: string }[];
  readonly value: string;
  readonly onChange: (id: string) => void;
  readonly className?: string | undefined;
};

/** The browser's own list, for small choices at the edge of a page: no code, and familiar on every phone. */
export function NativeSelect({ label, options, value, onChange, className }: NativeSelectProps) {
  return (
    <span className={cx('relative inline-flex max-w-full items-center', className)}>
      <select
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        className="field-sizing-content min-h-11 max-w-full cursor-pointer appearance-none rounded-md bg-transparent ps-3 pe-9 font-medium text-ink-1 hover:bg-sunken pointer-fine:min-h-9"
      >
        {options.map((option) => (
          <option key={option.id} value={option.id} lang={option.lang} className="bg-raised text-ink-1">
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDownIcon size={18} className="pointer-events-none absolute end-2.5 text-ink-3" />
    </span>
  );
}
