import { Num } from './num.tsx';
import type { NumProps } from './num.tsx';

export type MoneyProps = Omit<NumProps, 'unit'> & { readonly unit: string };

/** A figure that always has a unit. */
export function Money(props: MoneyProps) {
  return <Num {...props} />;
}
