import { useEffect, useRef } from 'react';

export type Shortcut = 'buy' | 'sell' | 'market' | 'limit' | 'picker' | 'help';

/** Single keys: active only outside fields and dialogs, and only while they are enabled. */
export const shortcutKeys: Readonly<Record<Shortcut, string>> = {
  buy: 'b',
  sell: 's',
  limit: 'l',
  market: 'm',
  picker: '/',
  help: '?',
};

export function useShortcuts(isOn: boolean, act: (shortcut: Shortcut) => void): void {
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    if (!isOn) return undefined;
    function press(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isElsewhere(event.target)) return;
      const key = event.key.toLowerCase();
      const shortcut = (Object.keys(shortcutKeys) as Shortcut[]).find((one) => shortcutKeys[one] === key);
      if (shortcut === undefined) return;
      event.preventDefault();
      latest.current(shortcut);
    }
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [isOn]);
}

/**
 * Whether the key belongs to something else: text fields take typing, lists have their own keys, and a dialog blocks
 * the page.
 */
function isElsewhere(target: EventTarget | null): boolean {
  if (document.querySelector('[role=dialog], [role=alertdialog]') !== null) return true;
  return (
    target instanceof Element &&
    target.closest(
      'input:not([type=radio], [type=checkbox]), select, textarea, [contenteditable], [role=listbox], [role=menu]',
    ) !== null
  );
}
