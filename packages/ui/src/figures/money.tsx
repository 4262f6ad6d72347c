import { Num } from './num.tsx';
import type { NumProps } from './num.tsx';

export type MoneyProps = Omit<NumProps, 'unit'> & { readonly unit: string };

/** A figure that is never without its unit. */
export function Money(props: MoneyProps) {
  return <Num {...props} />;
}
