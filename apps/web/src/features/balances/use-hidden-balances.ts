import { useState } from 'react';

const storageKey = 'ui.balances.hidden';

/** Whether figures are covered, kept in this browser so that it survives navigation and reloads. */
export function useHiddenBalances(): { readonly isHidden: boolean; readonly toggle: () => void } {
  const [isHidden, setIsHidden] = useState(() => localStorage.getItem(storageKey) === 'true');
  function toggle() {
    localStorage.setItem(storageKey, String(!isHidden));
    setIsHidden(!isHidden);
  }
  return { isHidden, toggle };
}
