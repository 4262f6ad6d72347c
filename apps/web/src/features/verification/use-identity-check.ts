import { useCallback, useState } from 'react';
import { useCreateIdentityTokenMutation } from './api/create-identity-token.ts';
import type { IdentityToken } from './api/create-identity-token.ts';

const firstCheckedLevel = 1;

/** Opens the identity check for a customer: a token to begin with, and another one when that runs out. */
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

  /** Another token for the widget that is open: it goes on where it stands. Rejects when there is none. */
  const renew = useCallback(async (): Promise<string> => {
    if (email === undefined || userId === undefined) throw new Error('nobody is signed in');
    const answer = await createToken({ email, userId, level: firstCheckedLevel }).unwrap();
    return answer.token;
  }, [createToken, email, userId]);

  const close = useCallback(() => setToken(null), []);
  // While a widget is open a token is renewed behind it, which starts nothing.
  return { token, start, renew, close, isStarting: isLoading && token === null, hasFailed };
}
