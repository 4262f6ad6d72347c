import type { ReactNode } from 'react';
import { FailureArt } from '../art/sun-moments.tsx';
import { Button } from '../controls/button.tsx';

export type ErrorStateProps = {
  readonly title: string;
  /** The cause as text: connection, timeout, unreadable answer, server. */
  readonly children?: ReactNode;
  readonly retryLabel?: string | undefined;
  readonly onRetry?: (() => void) | undefined;
  readonly isRetrying?: boolean | undefined;
  /** Additional links, such as support. */
  readonly more?: ReactNode;
  /** Fits in a card next to other content. */
  readonly isCompact?: boolean | undefined;
  /** The page shows nothing else, so the title is its heading. */
  readonly isPage?: boolean | undefined;
};

/** Replaces content that failed to load: the cause, and a retry button. Never a blank page. */
export function ErrorState({
  title,
  children,
  retryLabel,
  onRetry,
  isRetrying,
  more,
  isCompact = false,
  isPage = false,
}: ErrorStateProps) {
  const Title = isPage ? 'h1' : 'p';
  return (
    <div
      role="alert"
      className={`flex flex-col items-center gap-3 px-4 text-center text-wrap-balance ${isCompact ? 'py-6' : 'py-10'}`}
    >
      {isCompact ? null : <FailureArt />}
      <Title className="text-lead font-semibold text-ink-1">{title}</Title>
      {children ? <div className="max-w-[48ch] text-ink-2">{children}</div> : null}
      <div className="mt-2 flex flex-wrap items-center justify-center gap-4">
        {retryLabel && onRetry ? (
          <Button variant="quiet" onPress={onRetry} isLoading={isRetrying}>
            {retryLabel}
          </Button>
        ) : null}
        {more}
      </div>
    </div>
  );
}
