import { cloneElement, useState } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { lazyView } from '../lazy-view.tsx';

export type MenuItem = {
  readonly id: string;
  readonly label: string;
  readonly icon?: ReactNode;
  /** The current choice, at the end of the item, such as the name of the language. */
  readonly detail?: string | undefined;
  readonly href?: string | undefined;
  readonly onAction?: (() => void) | undefined;
  /** The menu stays open, for items that cycle through choices. */
  readonly keepsOpen?: boolean | undefined;
};

export type MenuProps = {
  /** A button; its own `onPress` is replaced. */
  readonly trigger: ReactElement<{ onPress?: () => void }>;
  readonly label: string;
  /** Not focusable, above the items, such as the signed-in customer. */
  readonly header?: ReactNode;
  readonly items: readonly MenuItem[];
};

const view = lazyView<MenuProps>(async () => (await import('./menu-view.tsx')).MenuView);

/** A list of actions, opened by a button. */
export function Menu(props: MenuProps) {
  const [isWanted, setIsWanted] = useState(false);
  const View = view.use(isWanted);
  if (View && isWanted) return <View {...props} />;
  return cloneElement(props.trigger, { onPress: () => setIsWanted(true) });
}
