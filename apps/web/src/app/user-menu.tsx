import { Menu, Sheet, StatusPill, UserIcon, tableQuery, useMediaQuery } from '@salar/ui';
import type { MenuItem } from '@salar/ui';
import { useState } from 'react';
import { useTranslation } from '../i18n/use-translation.ts';
import { useNavigate } from 'react-router';
import { Button as AriaButton } from 'react-aria-components/Button';
import { useGetAccountLinkQuery } from '../api/calls/accounts/get-account-link.ts';
import { selectUser } from '../session/session-slice.ts';
import { useAppSelector } from '../store/store.ts';
import { useAccountMenu } from './use-account-menu.tsx';

/** Shows the signed-in customer and their menu; a sheet on small screens. */
export function UserMenu() {
  const { t } = useTranslation();
  const user = useAppSelector(selectUser);
  const items = useAccountMenu();
  const isWide = useMediaQuery(tableQuery);
  const [isSheetOpen, setIsSheetOpen] = useState(false);
  const userName = user?.userName ?? '';
  const who = <CustomerSummary userName={userName} email={user?.email ?? ''} />;
  const label = t('shell.menu.open', { userName });

  if (isWide) {
    return (
      <Menu
        label={t('shell.menu.label')}
        header={who}
        items={items}
        trigger={<MenuButton label={label} userName={userName} />}
      />
    );
  }
  return (
    <>
      <MenuButton label={label} userName={userName} onPress={() => setIsSheetOpen(true)} />
      <Sheet isOpen={isSheetOpen} onOpenChange={setIsSheetOpen} title={t('shell.menu.label')}>
        <div className="px-3 pb-3">{who}</div>
        <SheetItems items={items} onDone={() => setIsSheetOpen(false)} />
      </Sheet>
    </>
  );
}

function MenuButton(props: {
  readonly label: string;
  readonly userName: string;
  readonly onPress?: () => void;
}) {
  return (
    <AriaButton
      {...(props.onPress ? { onPress: props.onPress } : {})}
      className="flex min-h-11 max-w-full items-center gap-2.5 rounded-full ps-1 pe-1 font-medium text-ink-1 data-hovered:bg-sunken data-pressed:bg-sunken md:pe-3.5"
    >
      <span
        aria-hidden="true"
        className="grid size-9 shrink-0 place-items-center rounded-full bg-accent-soft text-small font-semibold text-accent-ink uppercase"
      >
        {props.userName.slice(0, 2) || <UserIcon />}
      </span>
      <span aria-hidden="true" className="hidden max-w-40 truncate md:block">
        {props.userName}
      </span>
      <span className="sr-only">{props.label}</span>
    </AriaButton>
  );
}

function CustomerSummary({ userName, email }: { readonly userName: string; readonly email: string }) {
  return (
    <div className="flex items-center gap-3">
      <div className="flex min-w-0 grow flex-col">
        <span className="truncate font-semibold text-ink-1">{userName}</span>
        <span className="truncate text-small text-ink-2">{email}</span>
      </div>
      <LinkedPill />
    </div>
  );
}

/** Shown next to the name, where its late arrival moves nothing. Empty for an account without a link. */
function LinkedPill() {
  const { t } = useTranslation();
  const { data: [link] = [] } = useGetAccountLinkQuery();
  if (!link) return null;
  return (
    <span title={t('shell.menu.linkedWith', link)}>
      <StatusPill tone="good">{t('shell.menu.linked')}</StatusPill>
    </span>
  );
}

function SheetItems({ items, onDone }: { readonly items: readonly MenuItem[]; readonly onDone: () => void }) {
  const navigate = useNavigate();
  function act(item: MenuItem) {
    if (!item.keepsOpen) onDone();
    if (item.href) void navigate(item.href);
    item.onAction?.();
  }
  return (
    <ul className="flex flex-col">
      {items.map((item) => (
        <li key={item.id}>
          <AriaButton
            onPress={() => act(item)}
            className="flex min-h-13 w-full items-center gap-3 rounded-md px-3 text-start text-ink-1 data-hovered:bg-sunken data-pressed:bg-sunken"
          >
            <span className="text-ink-2">{item.icon}</span>
            <span className="grow">{item.label}</span>
            {item.detail ? <span className="text-end text-small text-ink-2">{item.detail}</span> : null}
          </AriaButton>
        </li>
      ))}
    </ul>
  );
}
