import { cx } from '../cx.ts';

export type SideLabelProps = { readonly side: 'buy' | 'sell'; readonly children: string };

/** Buy or sell: the text carries the meaning, the colour repeats it. */
export function SideLabel({ side, children }: SideLabelProps) {
  return <span className={cx('font-medium', side === 'buy' ? 'text-gain' : 'text-loss')}>{children}</span>;
}
