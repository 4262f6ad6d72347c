import { cx } from '@salar/ui';
import type { ReactNode } from 'react';

export type SlidingPanelsProps = {
  readonly first: ReactNode;
  /** Slides in over the first panel while present. */
  readonly second: ReactNode | null;
};

/** Two panels in one place. The hidden one can be neither focused nor read. */
export function SlidingPanels({ first, second }: SlidingPanelsProps) {
  const isSecond = second !== null;
  return (
    // A little room for the focus rings.
    <div className="-mx-2 grid overflow-x-clip px-2">
      <Panel isShown={!isSecond} aside="-translate-x-full">
        {first}
      </Panel>
      <Panel isShown={isSecond} aside="translate-x-full">
        {second}
      </Panel>
    </div>
  );
}

type PanelProps = { readonly isShown: boolean; readonly aside: string; readonly children: ReactNode };

function Panel({ isShown, aside, children }: PanelProps) {
  return (
    <div
      inert={!isShown}
      className={cx(
        'col-start-1 row-start-1 min-w-0 self-center transition-[translate,opacity] duration-240 ease-[cubic-bezier(.2,0,0,1)] motion-reduce:transition-none',
        isShown ? null : cx('pointer-events-none opacity-0', aside),
      )}
    >
      {children}
    </div>
  );
}
