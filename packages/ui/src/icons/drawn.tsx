import type { LucideIcon, LucideProps } from 'lucide-react';
import type { JSX } from 'react';
import { square } from '../figures/square.ts';

export type IconProps = Pick<LucideProps, 'className'> & {
  /** Pixels at the default text size; the icon grows with the text. */
  readonly size?: number | undefined;
};
export type Icon = (props: IconProps) => JSX.Element;

/** Lucide, 20 px, stroke 1.75, silent: the name is on the control. */
export function drawn(Drawing: LucideIcon): Icon {
  return function DrawnIcon({ size = 20, className }) {
    return (
      <Drawing
        style={square(size)}
        strokeWidth={1.75}
        aria-hidden="true"
        focusable="false"
        className={`shrink-0 ${className ?? ''}`}
      />
    );
  };
}
