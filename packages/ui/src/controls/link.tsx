import type { ReactNode } from 'react';
import { Link as AriaLink } from 'react-aria-components/Link';
import { cx } from '../cx.ts';
import { omitUndefined } from '../omit-undefined.ts';
import { ExternalIcon } from '../icons.tsx';
import { useUiTexts } from '../texts/ui-texts.tsx';

export type LinkProps = {
  readonly href: string;
  readonly children: ReactNode;
  /** `inline` is underlined, for links within a sentence; `plain` is for links on their own. */
  readonly look?: 'inline' | 'plain' | undefined;
  readonly isExternal?: boolean | undefined;
  readonly className?: string | undefined;
  readonly onPress?: (() => void) | undefined;
};

/** A link. Within the app it navigates without a reload. */
export function Link({ href, children, look = 'inline', isExternal = false, className, onPress }: LinkProps) {
  return (
    <AriaLink
      href={href}
      {...omitUndefined({
        target: isExternal ? '_blank' : undefined,
        rel: isExternal ? 'noopener noreferrer' : undefined,
        onPress,
      })}
      className={cx(
        'rounded-sm text-accent-ink font-medium',
        look === 'inline'
          ? 'underline decoration-1 underline-offset-3 data-hovered:decoration-2'
          : 'data-hovered:underline underline-offset-3',
        className,
      )}
    >
      {children}
      {isExternal ? <NewTabHint /> : null}
    </AriaLink>
  );
}

/** An icon for sighted users, and text for screen readers. */
export function NewTabHint() {
  const texts = useUiTexts();
  return (
    <>
      <ExternalIcon size={13} className="ms-1 inline-block align-[-0.125em]" />
      <span className="sr-only"> {texts.opensNewTab}</span>
    </>
  );
}
