import { useCallback, useEffect, useRef } from 'react';
import { useBeginPasskeySignInMutation } from '../../api/calls/sign-in/authenticate-passkey.ts';
import type { PasskeyAssertion } from '../../api/calls/sign-in/authenticate-passkey.ts';
import { hasPasskeys } from '../../lib/passkey.ts';
import type { PasskeyAutofill } from './passkey-autofill.ts';

/**
 * Offers passkeys among the browser's suggestions in the username field. Neither code nor a challenge is requested
 * before `offer`.
 *
 * @param isShown  passkeys are no longer offered once this is false or the page is left
 * @param onAssertion  called when the customer chose a passkey and the browser signed with it
 */
export function usePasskeyAutofill(
  isShown: boolean,
  onAssertion: (assertion: PasskeyAssertion) => Promise<void>,
) {
  const [begin] = useBeginPasskeySignInMutation();
  const latestOnAssertion = useRef(onAssertion);
  const isWanted = useRef(false);
  const autofill = useRef<PasskeyAutofill>(null);
  useEffect(() => {
    latestOnAssertion.current = onAssertion;
  }, [onAssertion]);

  const withdraw = useCallback(() => {
    isWanted.current = false;
    autofill.current?.withdraw();
  }, []);

  const offer = useCallback(async () => {
    if (!hasPasskeys()) return;
    isWanted.current = true;
    // Without a connection the module may not load; then the next focus tries again.
    const code = await import('./passkey-autofill.ts').catch(() => null);
    if (!code || !isWanted.current) return;
    autofill.current ??= new code.PasskeyAutofill({
      requestChallenge: async () => (await begin({})).data ?? null,
      onAssertion: (assertion) => latestOnAssertion.current(assertion),
    });
    await autofill.current.offer();
  }, [begin]);

  useEffect(() => {
    if (!isShown) withdraw();
  }, [isShown, withdraw]);
  useEffect(() => withdraw, [withdraw]);
  return { offer, withdraw };
}
