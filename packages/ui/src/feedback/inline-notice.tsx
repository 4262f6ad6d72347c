import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import { AlertIcon, InfoIcon, SuccessIcon, WarningIcon } from '../icons.tsx';

export type NoticeTone = 'info' | 'warn' | 'error' | 'success';

export type InlineNoticeProps = {
  readonly tone: NoticeTone;
  readonly children: ReactNode;
  readonly title?: string | undefined;
  readonly action?: ReactNode;
  /** Announced when it appears. Notices that are part of the page are not announced. */
  readonly isAnnounced?: boolean | undefined;
  readonly className?: string | undefined;
};

const looks: Record<NoticeTone, string> = {
  info: 'bg-accent-soft text-accent-ink',
  warn: 'bg-warn-soft text-warn',
  error: 'bg-loss-soft text-loss',
  success: 'bg-gain-soft text-gain',
};

const icons: Record<NoticeTone, ReactNode> = {
  info: <InfoIcon size={18} className="mt-0.5" />,
  warn: <WarningIcon size={18} className="mt-0.5" />,
  error: <AlertIcon size={18} className="mt-0.5" />,
  success: <SuccessIcon size={18} className="mt-0.5" />,
};

/** A notice that belongs to the content below it. */
export function InlineNotice({
  tone,
  children,
  title,
  action,
  isAnnounced = false,
  className,
}: InlineNoticeProps) {
  return (
    <div
      {...(isAnnounced ? { role: tone === 'error' ? 'alert' : 'status' } : {})}
      className={cx('flex items-start gap-3 rounded-lg px-4 py-3', looks[tone], className)}
    >
      {icons[tone]}
      <div className="flex min-w-0 grow flex-col gap-1">
        {title ? <p className="font-semibold">{title}</p> : null}
        <div>{children}</div>
        {action ? <div className="mt-1">{action}</div> : null}
      </div>
    </div>
  );
}
