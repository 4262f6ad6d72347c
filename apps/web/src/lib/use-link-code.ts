import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';

export type LinkCode = { readonly userId: string; readonly verifyCode: string };

/**
 * The code and user of a mail's link, read once. Afterwards they leave the address bar, so that they end neither in a
 * screenshot nor in the history.
 *
 * @returns null when the link is incomplete
 */
export function useLinkCode(): LinkCode | null {
  const { search, pathname } = useLocation();
  const [code] = useState(() => readLinkCode(search));
  useEffect(() => {
    // The router need not know: nothing on the page depends on the address any more.
    if (search !== '') window.history.replaceState(window.history.state, '', pathname);
  }, [search, pathname]);
  return code;
}

/** The server's words for a code that is wrong, used or old. */
export function isLinkRefused(answer: { readonly detail: string | null }): boolean {
  return answer.detail === 'Invalid or expired code';
}

export function readLinkCode(search: string): LinkCode | null {
  const query = new URLSearchParams(search);
  const userId = query.get('UserId')?.trim() ?? '';
  const verifyCode = query.get('verifycode')?.trim() ?? '';
  return userId === '' || verifyCode === '' ? null : { userId, verifyCode };
}
