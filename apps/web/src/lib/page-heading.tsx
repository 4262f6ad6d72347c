import { cx } from '@salar/ui';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

export type PageHeadingProps = {
  /** The page's one h1, and the tab's title. */
  readonly title: string;
  readonly description?: ReactNode;
  /** At the end of the line. */
  readonly actions?: ReactNode;
  /** Only spoken, where the screen shows something bigger. */
  readonly isHidden?: boolean | undefined;
  /** Over a form, as on the screens before signing in. */
  readonly isCentered?: boolean | undefined;
};

/** Names the page for the eye, the tab and the screen reader: focus arrives here after a navigation. */
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
    // A field that asked for the focus keeps it.
    if (before?.matches('input')) return undefined;
    return afterPaint(() => {
      // Nor is it taken from what was pressed meanwhile.
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

/** Earlier, the page would be laid out for the focus alone, and then once more. @returns calls it off */
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
