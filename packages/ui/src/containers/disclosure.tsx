import type { ReactNode } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { Disclosure as AriaDisclosure, DisclosurePanel, Heading } from 'react-aria-components/Disclosure';
import { ChevronDownIcon } from '../icons.tsx';

export type DisclosureProps = {
  readonly title: ReactNode;
  readonly children: ReactNode;
  readonly headingLevel?: 2 | 3 | 4 | undefined;
  readonly isOpenAtFirst?: boolean | undefined;
};

/** A heading that expands its section. */
export function Disclosure({ title, children, headingLevel = 3, isOpenAtFirst = false }: DisclosureProps) {
  return (
    <AriaDisclosure defaultExpanded={isOpenAtFirst} className="group">
      <Heading level={headingLevel}>
        <AriaButton
          slot="trigger"
          className="flex min-h-11 w-full items-center justify-between gap-3 rounded-sm text-start font-medium text-ink-1 data-hovered:text-accent-ink"
        >
          {title}
          <ChevronDownIcon
            size={18}
            className="text-ink-3 transition-transform duration-160 group-data-expanded:rotate-180"
          />
        </AriaButton>
      </Heading>
      <DisclosurePanel className="group-data-expanded:pb-3">{children}</DisclosurePanel>
    </AriaDisclosure>
  );
}
