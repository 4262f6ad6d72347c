import { useState } from 'react';

/** Props of something that opens. While it leaves, those it was opened with: what it spoke of may be empty by then. */
export function useOpened<Props extends { readonly isOpen: boolean }>(given: Props): Props {
  const [opened, setOpened] = useState(given);
  if (given.isOpen && opened !== given) setOpened(given);
  return given.isOpen ? given : { ...opened, isOpen: false };
}
