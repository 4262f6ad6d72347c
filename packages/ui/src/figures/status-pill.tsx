import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import { ClockIcon, FailureIcon, InfoIcon, SuccessIcon } from '../icons.tsx';

/** `good` done, `wait` in progress, `bad` failed, `info` needs an action, `quiet` anything else. */
export type StatusTone = 'good' | 'wait' | 'bad' | 'info' | 'quiet';

export type StatusPillProps = {
  readonly tone: StatusTone;
  readonly children: ReactNode;
  /** Replaces the default icon of the tone. */
  readonly icon?: ReactNode;
};

const looks: Record<StatusTone, string> = {
  good: 'bg-gain-soft text-gain',
  wait: 'bg-warn-soft text-warn',
  bad: 'bg-loss-soft text-loss',
  info: 'bg-accent-soft text-accent-ink',
  quiet: 'bg-sunken text-ink-3',
};

const icons: Record<StatusTone, ReactNode> = {
  good: <SuccessIcon size={14} />,
  wait: <ClockIcon size={14} />,
  bad: <FailureIcon size={14} />,
  info: <InfoIcon size={14} />,
  quiet: null,
};

/** A status as text, colour and icon. */
export function StatusPill({ tone, children, icon }: StatusPillProps) {
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1.5 rounded-full px-2.5 py-1 text-micro whitespace-nowrap max-[17rem]:whitespace-normal',
        looks[tone],
      )}
    >
      {icon ?? icons[tone]}
      {children}
    </span>
  );
}
