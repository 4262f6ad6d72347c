import { useEffect, useId } from 'react';
import type { ReactNode, Ref } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { cx } from '../cx.ts';
import { omitUndefined } from '../omit-undefined.ts';
import { Spinner } from '../loading/spinner.tsx';
import { getButtonStyle } from './button-style.ts';
import type { ButtonSize, ButtonVariant } from './button-style.ts';

export type ButtonProps = {
  /** The action with its result: "Review swap". */
  readonly children: ReactNode;
  readonly variant?: ButtonVariant | undefined;
  readonly size?: ButtonSize | undefined;
  readonly type?: 'button' | 'submit' | undefined;
  readonly isFullWidth?: boolean | undefined;
  readonly isDisabled?: boolean | undefined;
  /**
   * While true, the button cannot be pressed, keeps its width and focus, and shows `loadingText` instead of the label.
   */
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

/** A control that performs an action. Links with the look of buttons are `ButtonLink`. */
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
  useEffect(() => () => removeAnnouncements(id), [id]);
  return (
    <AriaButton
      {...omitUndefined({ ...rest, ref, onPress })}
      id={id}
      type={type}
      isDisabled={isDisabled}
      isPending={isLoading}
      className={cx(getButtonStyle({ variant, size, isFullWidth }), className)}
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
        {/* The loading text is part of the layout from the start, so the width never changes. */}
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
 * Removes announcements of a button that is gone. React Aria announces a busy button by reference to it, for seconds.
 * When the button is removed in the meantime, as in a closing dialog, an image without a name would remain. The first
 * announcement of a page waits for its live region, and may arrive after the button was removed.
 */
function removeAnnouncements(id: string): void {
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

/** Longer than the delay of the first announcement. */
const regionDelay = 200;
