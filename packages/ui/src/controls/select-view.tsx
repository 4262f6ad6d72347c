import { Button as AriaButton } from 'react-aria-components/Button';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { Select as AriaSelect, SelectValue } from 'react-aria-components/Select';
import { usePopoverState } from '../overlays/use-popover-state.ts';
import { cx } from '../cx.ts';
import { omitUndefined } from '../omit-undefined.ts';
import { CheckIcon, ChevronDownIcon } from '../icons.tsx';
import { FieldHint, FieldLabel, FieldMessage } from './field-parts.tsx';
import { getSelectStyle } from './select.tsx';
import type { SelectProps } from './select.tsx';

export type SelectViewProps = SelectProps & {
  /** The press that loaded this code also opens the list. */
  readonly isOpenAtFirst: boolean;
  readonly autoFocus: boolean;
};

/** The content of `Select`, once its code has loaded. */
export function SelectView({
  label,
  options,
  value,
  onChange,
  error,
  look = 'framed',
  className,
  ...rest
}: SelectViewProps) {
  const isInvalid = typeof error === 'string' && error !== '';
  const popover = usePopoverState(rest.isOpenAtFirst);
  return (
    <AriaSelect
      {...popover}
      selectedKey={value}
      onSelectionChange={(key) => {
        if (typeof key === 'string') onChange(key);
      }}
      {...omitUndefined({ name: rest.name, placeholder: rest.placeholder })}
      autoFocus={rest.autoFocus}
      isDisabled={rest.isDisabled ?? false}
      isRequired={rest.isRequired ?? false}
      isInvalid={isInvalid}
      validationBehavior="aria"
      className={cx('flex flex-col gap-1.5', className)}
    >
      <FieldLabel isHidden={rest.isLabelHidden ?? false}>{label}</FieldLabel>
      {rest.hint === undefined ? null : <FieldHint>{rest.hint}</FieldHint>}
      <AriaButton
        className={getSelectStyle(look)}
        data-invalid={isInvalid || undefined}
        data-disabled={rest.isDisabled || undefined}
      >
        <SelectValue className="min-w-0 grow wrap-anywhere data-placeholder:text-ink-3">
          {({ selectedText, defaultChildren, isPlaceholder }) =>
            isPlaceholder ? defaultChildren : selectedText
          }
        </SelectValue>
        <ChevronDownIcon size={18} className="text-ink-3" />
      </AriaButton>
      <FieldMessage>{error}</FieldMessage>
      <Popover
        offset={6}
        className="motion-popover max-h-80 max-w-[calc(100vw-1.5rem)] min-w-(--trigger-width) overflow-auto rounded-lg border border-line bg-raised p-1.5 shadow-overlay outline-none"
      >
        <ListBox className="flex flex-col gap-0.5 outline-none">
          {options.map((option) => (
            <ListBoxItem
              key={option.id}
              id={option.id}
              textValue={option.label}
              isDisabled={option.isDisabled ?? false}
              className="flex min-h-11 cursor-pointer items-center gap-2.5 rounded-md px-3 py-1.5 text-body text-ink-1 outline-none data-disabled:cursor-not-allowed data-disabled:text-ink-3 data-focused:bg-accent-soft data-focused:text-accent-ink pointer-fine:min-h-9"
            >
              {({ isSelected, isFocused, isDisabled }) => (
                <>
                  {option.icon}
                  <span className="flex min-w-0 grow flex-col">
                    <span className="wrap-anywhere">{option.label}</span>
                    {option.description ? (
                      <span className={cx('text-small', !isFocused && !isDisabled && 'text-ink-2')}>
                        {option.description}
                      </span>
                    ) : null}
                  </span>
                  {isSelected ? <CheckIcon size={18} className="text-accent-ink" /> : null}
                </>
              )}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}
