import { cx } from '../cx.ts';

export type ButtonVariant = 'primary' | 'quiet' | 'ghost' | 'danger';
export type ButtonSize = 'md' | 'sm';

const base =
  'relative inline-flex items-center justify-center gap-2 rounded-md font-semibold text-body text-center select-none ' +
  'transition-[background-color,border-color,transform] duration-120 data-pressed:scale-[0.985] motion-reduce:transition-none ' +
  'forced-colors:border data-disabled:cursor-not-allowed data-pending:cursor-progress';

const variants: Record<ButtonVariant, string> = {
  primary:
    'bg-accent text-on-accent data-hovered:bg-accent-hover data-disabled:bg-sunken data-disabled:text-ink-3 border border-transparent data-disabled:border-line',
  quiet:
    'bg-surface text-ink-1 border border-line-strong data-hovered:bg-sunken data-disabled:text-ink-3 data-disabled:border-line',
  ghost:
    'text-accent-ink border border-transparent data-hovered:bg-accent-soft data-disabled:text-ink-3 data-disabled:bg-transparent',
  danger:
    'bg-danger text-on-danger border border-transparent data-disabled:bg-sunken data-disabled:text-ink-3 data-disabled:border-line',
};

const sizes: Record<ButtonSize, string> = {
  md: 'min-h-11 px-5 py-2',
  sm: 'min-h-11 px-3.5 py-1 text-small pointer-fine:min-h-9',
};

export function getButtonStyle(look: {
  readonly variant: ButtonVariant;
  readonly size: ButtonSize;
  readonly isFullWidth: boolean;
}): string {
  return cx(base, variants[look.variant], sizes[look.size], look.isFullWidth && 'w-full');
}
