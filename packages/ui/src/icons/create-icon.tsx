import type { LucideIcon, LucideProps } from 'lucide-react';
import type { JSX } from 'react';
import { toSquare } from '../figures/to-square.ts';

type IconProps = Pick<LucideProps, 'className'> & {
  /** Pixels at the default text size; the icon scales with the text. */
  readonly size?: number | undefined;
};
export type Icon = (props: IconProps) => JSX.Element;

/** Creates an icon from Lucide: 20 px, stroke 1.75, hidden from screen readers, since the control has the name. */
export function createIcon(Drawing: LucideIcon): Icon {
  return function DrawnIcon({ size = 20, className }) {
    return (
      <Drawing
        style={toSquare(size)}
        strokeWidth={1.75}
        aria-hidden="true"
        focusable="false"
        className={`shrink-0 ${className ?? ''}`}
      />
    );
  };
}
