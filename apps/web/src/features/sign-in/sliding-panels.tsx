import { cx } from '@salar/ui';
import type { ReactNode } from 'react';

export type SlidingPanelsProps = {
  readonly first: ReactNode;
  /** Slides in over the first while there is one. */
  readonly second: ReactNode | null;
};

/** Two panels in one place. The one that is aside can be neither reached nor read. */
export function SlidingPanels({ first, second }: SlidingPanelsProps) {
  const isSecond = second !== null;
  return (
    // A little room for the rings around what has the focus.
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
