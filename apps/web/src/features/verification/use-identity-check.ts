import { useCallback, useState } from 'react';
import { useCreateIdentityTokenMutation } from '../../api/calls/create-identity-token.ts';
import type { IdentityToken } from '../../api/calls/create-identity-token.ts';

const firstCheckedLevel = 1;

/** Opens the identity check for a customer: asks for a token, and for another one when it runs out. */
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

  const close = useCallback(() => setToken(null), []);
  return { token, start, close, isStarting: isLoading, hasFailed };
}
