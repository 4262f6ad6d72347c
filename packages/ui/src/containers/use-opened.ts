import { useState } from 'react';

/**
 * Returns the props of an overlay. While it closes, returns those that it was open with, since its subject may be gone
 * by then.
 */
export function useOpened<Props extends { readonly isOpen: boolean }>(given: Props): Props {
  const [opened, setOpened] = useState(given);
  if (given.isOpen && opened !== given) setOpened(given);
  return given.isOpen ? given : { ...opened, isOpen: false };
}
