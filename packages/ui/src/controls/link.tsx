import type { ReactNode } from 'react';
import { Link as AriaLink } from 'react-aria-components/Link';
import { cx } from '../cx.ts';
import { defined } from '../defined.ts';
import { ExternalIcon } from '../icons.tsx';
import { useUiTexts } from '../texts/ui-texts.tsx';

export type LinkProps = {
  readonly href: string;
  readonly children: ReactNode;
  /** `inline` is underlined inside a sentence; `plain` stands alone. */
  readonly look?: 'inline' | 'plain' | undefined;
  readonly isExternal?: boolean | undefined;
  readonly className?: string | undefined;
  readonly onPress?: (() => void) | undefined;
};

/** A link. Inside the app it navigates without a reload. */
export function Link({ href, children, look = 'inline', isExternal = false, className, onPress }: LinkProps) {
  return (
    <AriaLink
      href={href}
      {...defined({
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

/** Drawn for the eye, spoken for the ear. */
export function NewTabHint() {
  const texts = useUiTexts();
  return (
    <>
      <ExternalIcon size={13} className="ms-1 inline-block align-[-0.125em]" />
      <span className="sr-only"> {texts.opensNewTab}</span>
    </>
  );
}
