import { useCallback, useState } from 'react';
import { useCreateIdentityTokenMutation } from './api/create-identity-token.ts';
import type { IdentityToken } from './api/create-identity-token.ts';

const firstCheckedLevel = 1;

/** Opens the identity check for a customer: a token to start with, and another one when that expires. */
export function useIdentityCheck(user: { readonly email: string; readonly userId: number } | undefined) {
  const [createToken, { isLoading }] = useCreateIdentityTokenMutation();
  const [token, setToken] = useState<IdentityToken | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const email = user?.email;
  const userId = user?.userId;

  const start = useCallback(async () => {
    if (email === undefined || userId === undefined) return;
    setHasFailed(false);
    const answer = await createToken({ email, userId, level: firstCheckedLevel });
    setToken(answer.data ?? null);
    setHasFailed(answer.error !== undefined);
  }, [createToken, email, userId]);

  /** Returns another token for the open widget, which continues where it is. Rejects when none is available. */
  const renew = useCallback(async (): Promise<string> => {
    if (email === undefined || userId === undefined) throw new Error('no user is signed in');
    const answer = await createToken({ email, userId, level: firstCheckedLevel }).unwrap();
    return answer.token;
  }, [createToken, email, userId]);

  const close = useCallback(() => setToken(null), []);
  // While a widget is open its token is renewed in the background, which does not count as starting.
  return { token, start, renew, close, isStarting: isLoading && token === null, hasFailed };
}
