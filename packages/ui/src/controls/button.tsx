import { useEffect, useId } from 'react';
import type { ReactNode, Ref } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { cx } from '../cx.ts';
import { defined } from '../defined.ts';
import { Spinner } from '../loading/spinner.tsx';
import { buttonStyle } from './button-style.ts';
import type { ButtonSize, ButtonVariant } from './button-style.ts';

export type ButtonProps = {
  /** The verb with its result: "Review swap". */
  readonly children: ReactNode;
  readonly variant?: ButtonVariant | undefined;
  readonly size?: ButtonSize | undefined;
  readonly type?: 'button' | 'submit' | undefined;
  readonly isFullWidth?: boolean | undefined;
  readonly isDisabled?: boolean | undefined;
  /** While true: not pressable, same width, `loadingText` instead of the label. Focus stays. */
  readonly isLoading?: boolean | undefined;
  readonly loadingText?: string | undefined;
  readonly icon?: ReactNode;
  readonly onPress?: (() => void) | undefined;
  readonly autoFocus?: boolean | undefined;
  readonly className?: string | undefined;
  readonly ref?: Ref<HTMLButtonElement> | undefined;
  readonly form?: string | undefined;
  readonly 'aria-label'?: string | undefined;
  readonly 'aria-describedby'?: string | undefined;
  readonly 'aria-expanded'?: boolean | undefined;
  readonly 'aria-controls'?: string | undefined;
  readonly 'aria-pressed'?: boolean | undefined;
};

/** A control that does something. Links that look like buttons are `ButtonLink`. */
export function Button({
  children,
  variant = 'primary',
  size = 'md',
  type = 'button',
  isFullWidth = false,
  isDisabled = false,
  isLoading = false,
  loadingText,
  icon,
  onPress,
  className,
  ref,
  ...rest
}: ButtonProps) {
  const id = useId();
  useEffect(() => () => forgetAnnouncements(id), [id]);
  return (
    <AriaButton
      {...defined({ ...rest, ref, onPress })}
      id={id}
      type={type}
      isDisabled={isDisabled}
      isPending={isLoading}
      className={cx(buttonStyle({ variant, size, isFullWidth }), className)}
    >
      <span className="grid items-center justify-items-center">
        <span
          className={cx(
            'col-start-1 row-start-1 inline-flex items-center justify-center gap-2',
            isLoading && 'invisible',
          )}
          aria-hidden={isLoading || undefined}
        >
          {icon}
          {children}
        </span>
        {/* The loading text is laid out from the start when there is one, so the width never changes. */}
        {loadingText !== undefined || isLoading ? (
          <span
            className={cx(
              'col-start-1 row-start-1 inline-flex items-center gap-2',
              !isLoading && 'invisible',
            )}
            aria-hidden={!isLoading || undefined}
          >
            <Spinner className="size-4" />
            {loadingText}
          </span>
        ) : null}
      </span>
    </AriaButton>
  );
}

/**
 * React Aria tells that a button is busy by an announcement that refers to it and stays for seconds. When the button
 * goes meanwhile, as that of a dialog that closes, a picture without a name would be left behind. The first announcement
 * of a page waits until its region is there, and may come after the button has gone.
 */
function forgetAnnouncements(id: string): void {
  const page = document;
  const forget = () => {
    for (const left of page.querySelectorAll(`[data-live-announcer] [aria-labelledby~="${id}"]`))
      left.remove();
  };
  forget();
  setTimeout(() => {
    if (!page.getElementById(id)) forget();
  }, regionDelay);
}

/** Longer than the first announcement waits. */
const regionDelay = 200;
