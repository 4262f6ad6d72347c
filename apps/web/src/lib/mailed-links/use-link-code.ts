import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';

export type LinkCode = { readonly userId: string; readonly verifyCode: string };

/**
 * Reads the code and user of a mailed link once, then removes them from the address bar, so that they end up neither in
 * a screenshot nor in the history.
 *
 * @returns null when the link is incomplete
 */
export function useLinkCode(): LinkCode | null {
  const { search, pathname } = useLocation();
  const [code] = useState(() => readLinkCode(search));
  useEffect(() => {
    // The router is bypassed on purpose: nothing on the page depends on the address any more.
    if (search !== '') window.history.replaceState(window.history.state, '', pathname);
  }, [search, pathname]);
  return code;
}

/** True for the server's refusal of a code that is wrong, used or expired. */
export function isLinkRefused(answer: { readonly detail: string | null }): boolean {
  return answer.detail === 'Invalid or expired code';
}

export function readLinkCode(search: string): LinkCode | null {
  const query = new URLSearchParams(search);
  const userId = query.get('UserId')?.trim() ?? '';
  const verifyCode = query.get('verifycode')?.trim() ?? '';
  return userId === '' || verifyCode === '' ? null : { userId, verifyCode };
}
