import { cx } from '@salar/ui';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from '../i18n/use-translation.ts';

export type PageHeadingProps = {
  /** The text of the page's only h1 and of the tab's title. */
  readonly title: string;
  readonly description?: ReactNode;
  /** Controls at the end of the line. */
  readonly actions?: ReactNode;
  /** Visible to screen readers only, where the screen shows something larger. */
  readonly isHidden?: boolean | undefined;
  /** Centred above a form, as on the screens before sign-in. */
  readonly isCentered?: boolean | undefined;
};

/** Names the page on screen, in the tab and for screen readers. It receives the focus after a navigation. */
export function PageHeading({
  title,
  description,
  actions,
  isHidden = false,
  isCentered = false,
}: PageHeadingProps) {
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  const documentTitle = t('shell.documentTitle', { page: title });

  useEffect(() => {
    document.title = documentTitle;
  }, [documentTitle]);

  useEffect(() => {
    const before = document.activeElement;
    // A field with autofocus keeps the focus.
    if (before?.matches('input')) return undefined;
    return afterPaint(() => {
      // Nor does it take the focus from a control that was pressed in the meantime.
      if (document.activeElement === before || document.activeElement === document.body)
        heading.current?.focus({ preventScroll: true });
    });
  }, []);

  return (
    <div className={isHidden ? 'sr-only' : 'flex flex-wrap items-start justify-between gap-3'}>
      <div className={cx('flex min-w-0 flex-col gap-1.5', isCentered && 'w-full items-center text-center')}>
        <h1
          ref={heading}
          tabIndex={-1}
          className={cx(
            'text-wrap-balance wrap-anywhere text-ink-1 first-letter:uppercase',
            isCentered ? 'text-display' : 'text-title',
          )}
        >
          {title}
        </h1>
        {description ? <div className="max-w-[68ch] text-wrap-balance text-ink-2">{description}</div> : null}
      </div>
      {actions}
    </div>
  );
}

/**
 * Runs after the paint, since focusing earlier would force an additional layout. @returns a function that cancels it
 */
function afterPaint(act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(act);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
