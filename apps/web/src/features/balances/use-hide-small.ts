import { useState } from 'react';

const storageKey = 'ui.balances.hideSmall';

/** Whether small balances are left out of the table. The choice is saved in this browser. */
export function useHideSmall(): readonly [isHiding: boolean, setHiding: (isHiding: boolean) => void] {
  const [isHiding, setIsHiding] = useState(() => localStorage.getItem(storageKey) === 'true');
  function setHiding(next: boolean) {
    localStorage.setItem(storageKey, String(next));
    setIsHiding(next);
  }
  return [isHiding, setHiding];
}
