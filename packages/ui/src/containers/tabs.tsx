import { useId, useRef } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { Link as AriaLink } from 'react-aria-components/Link';
import { cx } from '../cx.ts';

type Tab = { readonly id: string; readonly label: string; readonly content: ReactNode };

export type TabsProps = {
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly selected: string;
  readonly onChange: (id: string) => void;
  /**
   * On a sunken background, where the strip is invisible, the labels rather than the strip align with the surroundings.
   */
  readonly isFlush?: boolean | undefined;
};

const strip = 'tab-strip gap-1 rounded-md bg-sunken p-1';
const segment =
  'flex cursor-pointer items-center justify-center rounded-sm text-small font-medium text-ink-2 transition-colors duration-120';

/** Tabs, of which only the selected one is mounted. Arrow keys move and select. */
export function Tabs({ label, tabs, selected, onChange, isFlush = false }: TabsProps) {
  const baseId = useId();
  const list = useRef<HTMLDivElement>(null);
  const at = Math.max(
    0,
    tabs.findIndex((tab) => tab.id === selected),
  );

  function move(event: KeyboardEvent) {
    const last = tabs.length - 1;
    const targets: Record<string, number> = {
      ArrowRight: at === last ? 0 : at + 1,
      ArrowLeft: at === 0 ? last : at - 1,
      Home: 0,
      End: last,
    };
    const target = targets[event.key];
    const tab = target === undefined ? undefined : tabs[target];
    if (target === undefined || tab === undefined) return;
    event.preventDefault();
    onChange(tab.id);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[target]?.focus();
  }

  return (
    <div className="flex flex-col gap-4">
      <div className={cx('@container', isFlush && '-mx-1')}>
        <div ref={list} role="tablist" aria-label={label} className={strip}>
          {tabs.map((tab, index) => (
            <button
              key={tab.id}
              type="button"
              role="tab"
              id={`${baseId}-tab-${index}`}
              aria-selected={index === at}
              aria-controls={index === at ? `${baseId}-panel` : undefined}
              tabIndex={index === at ? 0 : -1}
              onClick={() => onChange(tab.id)}
              onKeyDown={move}
              className={`${segment} min-h-11 py-1 text-center leading-[1rem] hover:text-ink-1 pointer-fine:min-h-9 aria-selected:bg-surface aria-selected:text-ink-1 aria-selected:ring-1 aria-selected:ring-line`}
            >
              {tab.label}
            </button>
          ))}
        </div>
      </div>
      <div role="tabpanel" id={`${baseId}-panel`} aria-labelledby={`${baseId}-tab-${at}`} key={tabs[at]?.id}>
        {tabs[at]?.content}
      </div>
    </div>
  );
}

export type LinkTab = {
  readonly href: string;
  readonly label: string;
  readonly isCurrent: boolean;
  readonly icon?: ReactNode;
};

/** Links to sibling pages with the look of tabs. */
export function LinkTabs({ label, tabs }: { readonly label: string; readonly tabs: readonly LinkTab[] }) {
  return (
    <nav aria-label={label} className="grid auto-cols-fr grid-flow-col gap-1 rounded-md bg-sunken p-1">
      {tabs.map((tab) => (
        <AriaLink
          key={tab.href}
          href={tab.href}
          {...(tab.isCurrent ? { 'aria-current': 'page' as const } : {})}
          className={`${segment} min-h-11 gap-2 px-3.5 whitespace-nowrap data-hovered:text-ink-1 aria-[current=page]:bg-surface aria-[current=page]:font-semibold aria-[current=page]:text-ink-1 aria-[current=page]:ring-1 aria-[current=page]:ring-line`}
        >
          {tab.icon}
          {tab.label}
        </AriaLink>
      ))}
    </nav>
  );
}
