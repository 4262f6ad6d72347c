import type { LucideIcon, LucideProps } from 'lucide-react';
import type { JSX } from 'react';

export type IconProps = Pick<LucideProps, 'size' | 'className'>;
export type Icon = (props: IconProps) => JSX.Element;

/** Lucide, 20 px, stroke 1.75, silent: the name is on the control. */
export function drawn(Drawing: LucideIcon): Icon {
  return function DrawnIcon({ size = 20, className }) {
    return (
      <Drawing
        size={size}
        strokeWidth={1.75}
        aria-hidden="true"
        focusable="false"
        className={`shrink-0 ${className ?? ''}`}
      />
    );
  };
}
