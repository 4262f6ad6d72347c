import { Menu as AriaMenu, MenuItem as AriaMenuItem, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { omitUndefined } from '../omit-undefined.ts';
import type { MenuProps } from './menu.tsx';
import { usePopoverState } from '../overlays/use-popover-state.ts';

/** The content of `Menu`, mounted at the first press and open at once. */
export function MenuView({ trigger, label, header, items }: MenuProps) {
  const popover = usePopoverState(true);
  return (
    <MenuTrigger {...popover}>
      {trigger}
      <Popover
        placement="bottom end"
        offset={8}
        className="motion-popover min-w-64 overflow-auto rounded-lg border border-line bg-raised text-ink-1 shadow-overlay outline-none"
      >
        {header ? <div className="border-b border-line px-4 py-3">{header}</div> : null}
        <AriaMenu aria-label={label} className="flex flex-col gap-0.5 p-1.5 outline-none">
          {items.map((item) => (
            <AriaMenuItem
              key={item.id}
              id={item.id}
              textValue={item.label}
              {...omitUndefined({ href: item.href, onAction: item.onAction })}
              shouldCloseOnSelect={!item.keepsOpen}
              className="flex min-h-11 cursor-pointer items-center gap-3 rounded-md px-3 py-1.5 text-body outline-none data-focused:bg-accent-soft data-focused:text-accent-ink pointer-fine:min-h-10"
            >
              {item.icon ? <span className="opacity-80">{item.icon}</span> : null}
              <span className="grow">{item.label}</span>
              {item.detail ? <span className="text-small opacity-80">{item.detail}</span> : null}
            </AriaMenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}
