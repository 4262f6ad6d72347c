import type { ReactNode } from 'react';
import { Link as AriaLink } from 'react-aria-components/Link';
import { cx } from '../cx.ts';
import { omitUndefined } from '../omit-undefined.ts';
import { getButtonStyle } from './button-style.ts';
import type { ButtonSize, ButtonVariant } from './button-style.ts';
import { NewTabHint } from './link.tsx';

export type ButtonLinkProps = {
  readonly href: string;
  readonly children: ReactNode;
  readonly variant?: ButtonVariant | undefined;
  readonly size?: ButtonSize | undefined;
  readonly isFullWidth?: boolean | undefined;
  /** Opens in a new tab, announces that, and gives the other page no access to ours. */
  readonly isExternal?: boolean | undefined;
  readonly icon?: ReactNode;
  readonly className?: string | undefined;
};

/** A link with the look of a button. It only navigates. */
export function ButtonLink({
  href,
  children,
  variant = 'primary',
  size = 'md',
  isFullWidth = false,
  isExternal = false,
  icon,
  className,
}: ButtonLinkProps) {
  return (
    <AriaLink
      href={href}
      {...omitUndefined({
        target: isExternal ? '_blank' : undefined,
        rel: isExternal ? 'noopener noreferrer' : undefined,
      })}
      className={cx(getButtonStyle({ variant, size, isFullWidth }), className)}
    >
      {icon}
      {children}
      {isExternal ? <NewTabHint /> : null}
    </AriaLink>
  );
}
