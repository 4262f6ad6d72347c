import type { ReactNode } from 'react';
import { Link as AriaLink } from 'react-aria-components/Link';
import { Tab as AriaTab, TabList, TabPanel, Tabs as AriaTabs } from 'react-aria-components/Tabs';

export type Tab = { readonly id: string; readonly label: string; readonly content: ReactNode };

export type TabsProps = {
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly selected: string;
  readonly onChange: (id: string) => void;
};

const strip = 'flex gap-1 overflow-x-auto rounded-md bg-sunken p-1 w-fit max-w-full';
const segment =
  'flex min-h-9 cursor-pointer items-center justify-center rounded-sm px-3.5 text-small font-medium whitespace-nowrap text-ink-2 transition-colors duration-120';

/** Views of one thing; only the chosen one is in the page. */
export function Tabs({ label, tabs, selected, onChange }: TabsProps) {
  return (
    <AriaTabs
      selectedKey={selected}
      onSelectionChange={(key) => onChange(String(key))}
      className="flex flex-col gap-4"
    >
      <TabList aria-label={label} className={strip}>
        {tabs.map((tab) => (
          <AriaTab
            key={tab.id}
            id={tab.id}
            className={`${segment} data-hovered:text-ink-1 data-selected:bg-surface data-selected:text-ink-1 data-selected:ring-1 data-selected:ring-line`}
          >
            {tab.label}
          </AriaTab>
        ))}
      </TabList>
      {tabs.map((tab) => (
        <TabPanel key={tab.id} id={tab.id} className="outline-none data-focus-visible:outline-2">
          {tab.content}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}

export type LinkTab = {
  readonly href: string;
  readonly label: string;
  readonly isCurrent: boolean;
  readonly icon?: ReactNode;
};

/** Pages side by side: real links with the look of tabs. */
export function LinkTabs({ label, tabs }: { readonly label: string; readonly tabs: readonly LinkTab[] }) {
  return (
    <nav aria-label={label} className="grid auto-cols-fr grid-flow-col gap-1 rounded-md bg-sunken p-1">
      {tabs.map((tab) => (
        <AriaLink
          key={tab.href}
          href={tab.href}
          {...(tab.isCurrent ? { 'aria-current': 'page' as const } : {})}
          className={`${segment} min-h-11 gap-2 data-hovered:text-ink-1 aria-[current=page]:bg-surface aria-[current=page]:font-semibold aria-[current=page]:text-ink-1 aria-[current=page]:ring-1 aria-[current=page]:ring-line`}
        >
          {tab.icon}
          {tab.label}
        </AriaLink>
      ))}
    </nav>
  );
}
