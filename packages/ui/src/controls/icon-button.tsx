import type { ReactNode, Ref } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { Tooltip } from '../overlays/tooltip.tsx';
import { cx } from '../cx.ts';
import { omitUndefined } from '../omit-undefined.ts';

export type IconButtonProps = {
  /** The accessible name, and the tooltip unless `hasTooltip` is false: "Deposit BTC". */
  readonly label: string;
  readonly icon: ReactNode;
  readonly onPress?: (() => void) | undefined;
  readonly isDisabled?: boolean | undefined;
  readonly hasTooltip?: boolean | undefined;
  readonly variant?: 'ghost' | 'quiet' | undefined;
  /** A circle instead of a square. */
  readonly isRound?: boolean | undefined;
  readonly className?: string | undefined;
  readonly ref?: Ref<HTMLButtonElement> | undefined;
  readonly 'aria-expanded'?: boolean | undefined;
  readonly 'aria-controls'?: string | undefined;
  readonly 'aria-pressed'?: boolean | undefined;
};

/** A square button with an icon and a name. The touch target is 44 px, with a mouse 36 px. */
export function IconButton({
  label,
  icon,
  onPress,
  isDisabled = false,
  hasTooltip = true,
  variant = 'ghost',
  isRound = false,
  className,
  ref,
  ...rest
}: IconButtonProps) {
  const button = (
    <AriaButton
      {...omitUndefined({ ...rest, ref, onPress })}
      aria-label={label}
      isDisabled={isDisabled}
      className={cx(
        'inline-flex size-11 shrink-0 items-center justify-center text-ink-2 transition-colors duration-120 pointer-fine:size-9',
        'data-hovered:bg-sunken data-hovered:text-ink-1 data-disabled:text-ink-3 data-disabled:opacity-60',
        isRound ? 'rounded-full' : 'rounded-md',
        variant === 'quiet' && 'border border-line-strong bg-surface',
        className,
      )}
    >
      {icon}
    </AriaButton>
  );
  return hasTooltip ? <Tooltip text={label}>{button}</Tooltip> : button;
}
