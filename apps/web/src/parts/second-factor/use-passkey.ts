import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useBeginPasskeySignInMutation } from '../../api/calls/authenticate-passkey.ts';
import type { PasskeyAssertion } from '../../api/calls/authenticate-passkey.ts';
import { signWithPasskey } from '../../lib/passkey.ts';
import { useFailureText } from '../../lib/use-failure-text.ts';
import type { MessageFactory } from '../../lib/use-localized-message.ts';

export type PasskeyUse =
  | { readonly isSigned: true; readonly proof: PasskeyAssertion }
  /** In the customer's words. */
  | { readonly isSigned: false; readonly reason: MessageFactory };

/** Asks the server for a challenge and the browser for its signature. What it is good for is the caller's to ask. */
export function usePasskey(): (
  whose: Parameters<ReturnType<typeof useBeginPasskeySignInMutation>[0]>[0],
) => Promise<PasskeyUse> {
  const { t } = useTranslation().i18n;
  const failureText = useFailureText();
  const [begin] = useBeginPasskeySignInMutation();
  return useCallback(
    async (whose) => {
      const { data: challenge, error } = await begin(whose);
      if (!challenge) return { isSigned: false, reason: () => failureText(error) };
      try {
        const response = await signWithPasskey(challenge.options);
        return response === null
          ? { isSigned: false, reason: () => t('second-factor.passkey.unused') }
          : { isSigned: true, proof: { challengeId: challenge.challengeId, response } };
      } catch {
        // The browser cannot do what the server asks for; the other ways remain.
        return { isSigned: false, reason: () => t('second-factor.passkey.refused') };
      }
    },
    [begin, failureText, t],
  );
}
