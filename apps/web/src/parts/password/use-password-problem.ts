import type { checkPassword } from '@salar/protocol/sign-up/password-rules';
import type { TextKey } from '../../i18n/text-key.ts';
import { useEffect, useState } from 'react';
import { passwordProblems } from './password-refusal.ts';

type Check = typeof checkPassword;

/**
 * Finds why the server would refuse a password, by the server's own rules. Their list of common passwords is loaded
 * when the first character is typed, and the password stays in the browser.
 *
 * @returns the key of the reason; null for a password that is accepted, and until the rules have loaded
 */
export function usePasswordProblem(
  password: string,
  owner: { readonly userName: string; readonly email: string },
): TextKey | null {
  const [check, setCheck] = useState<Check | null>(null);
  const isNeeded = password !== '' && check === null;
  useEffect(() => {
    if (!isNeeded) return;
    import('@salar/protocol/sign-up/password-rules').then(
      (rules) => setCheck(() => rules.checkPassword),
      // Without a connection only the server reports it.
      () => undefined,
    );
  }, [isNeeded]);
  if (check === null || password === '') return null;
  const checked = check(password, owner);
  return checked.ok || checked.refusal === 'password_too_short' ? null : passwordProblems[checked.refusal];
}
