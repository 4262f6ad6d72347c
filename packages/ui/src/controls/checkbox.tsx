import { useId } from 'react';
import type { ReactNode } from 'react';
import { Checkbox as AriaCheckbox } from 'react-aria-components/Checkbox';
import { cx } from '../cx.ts';
import { omitUndefined } from '../omit-undefined.ts';
import { AlertIcon, CheckIcon } from '../icons.tsx';

export type CheckboxProps = {
  /** A sentence; it may contain links. */
  readonly children: ReactNode;
  readonly isSelected: boolean;
  readonly onChange: (isSelected: boolean) => void;
  readonly onBlur?: (() => void) | undefined;
  readonly name?: string | undefined;
  readonly error?: string | null | undefined;
  readonly isDisabled?: boolean | undefined;
  readonly isRequired?: boolean | undefined;
};

export function Checkbox({
  children,
  isSelected,
  onChange,
  onBlur,
  name,
  error,
  isDisabled,
  isRequired,
}: CheckboxProps) {
  const messageId = useId();
  const isInvalid = typeof error === 'string' && error !== '';
  return (
    <div className="flex flex-col gap-1">
      <AriaCheckbox
        isSelected={isSelected}
        onChange={onChange}
        {...omitUndefined({ onBlur, name })}
        isDisabled={isDisabled ?? false}
        isRequired={isRequired ?? false}
        isInvalid={isInvalid}
        validationBehavior="aria"
        {...omitUndefined({ 'aria-describedby': isInvalid ? messageId : undefined })}
        className="group flex min-h-11 cursor-pointer items-center gap-3 text-body text-ink-2 data-disabled:cursor-not-allowed data-disabled:text-ink-3 pointer-fine:min-h-8"
      >
        <span
          aria-hidden="true"
          className={cx(
            'grid size-[1.25rem] shrink-0 place-items-center rounded-sm border bg-surface text-on-accent transition-colors duration-120',
            'group-data-focus-visible:outline-2 group-data-focus-visible:outline-offset-2 group-data-focus-visible:outline-focus',
            'group-data-selected:border-accent group-data-selected:bg-accent',
            isInvalid ? 'border-danger' : 'border-line-strong',
          )}
        >
          <CheckIcon size={15} className="opacity-0 group-data-selected:opacity-100" />
        </span>
        <span>{children}</span>
      </AriaCheckbox>
      {isInvalid ? (
        <span id={messageId} className="flex items-start gap-1.5 text-small text-danger">
          <AlertIcon size={16} className="mt-0.5" />
          {error}
        </span>
      ) : null}
    </div>
  );
}
