import { Button as AriaButton } from 'react-aria-components/Button';
import { Input } from 'react-aria-components/Input';
import { SearchField as AriaSearchField } from 'react-aria-components/SearchField';
import { cx } from '../cx.ts';
import { omitUndefined } from '../omit-undefined.ts';
import { CloseIcon, SearchIcon } from '../icons.tsx';
import { useUiTexts } from '../texts/ui-texts.tsx';
import { FieldLabel } from './field-parts.tsx';

export type SearchFieldProps = {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder?: string | undefined;
  readonly isLabelHidden?: boolean | undefined;
  readonly autoFocus?: boolean | undefined;
  readonly className?: string | undefined;
};

export function SearchField({
  label,
  value,
  onChange,
  placeholder,
  isLabelHidden = true,
  autoFocus,
  className,
}: SearchFieldProps) {
  const texts = useUiTexts();
  return (
    <AriaSearchField
      value={value}
      onChange={onChange}
      {...omitUndefined({ autoFocus })}
      className={cx('group flex flex-col gap-1.5', className)}
    >
      <FieldLabel isHidden={isLabelHidden}>{label}</FieldLabel>
      <div className="field-frame flex min-h-11 items-center gap-2.5 px-3.5">
        <SearchIcon size={18} className="text-ink-3" />
        <Input
          {...omitUndefined({ placeholder })}
          className="w-full min-w-0 bg-transparent py-2 text-body text-ink-1 [&::-webkit-search-cancel-button]:hidden"
        />
        <AriaButton
          aria-label={texts.clear}
          className="relative -me-2 grid size-9 after:absolute after:-inset-1 place-items-center rounded-sm text-ink-3 group-data-empty:hidden data-hovered:text-ink-1"
        >
          <CloseIcon size={16} />
        </AriaButton>
      </div>
    </AriaSearchField>
  );
}
