import { useCallback } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useBeginPasskeySignInMutation } from '../../api/calls/sign-in/authenticate-passkey.ts';
import type { PasskeyAssertion } from '../../api/calls/sign-in/authenticate-passkey.ts';
import { signWithPasskey } from '../../lib/passkey.ts';
import { useFailureText } from '../../lib/failures/use-failure-text.ts';
import type { MessageFactory } from '../../lib/failures/use-localized-message.ts';

export type PasskeyUse =
  | { readonly isSigned: true; readonly assertion: PasskeyAssertion }
  /** In the customer's language. */
  | { readonly isSigned: false; readonly reason: MessageFactory };

/** Requests a challenge from the server and a signature from the browser. The caller sends it where it is needed. */
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
          : { isSigned: true, assertion: { challengeId: challenge.challengeId, response } };
      } catch {
        // The browser does not support the server's options; the other methods remain.
        return { isSigned: false, reason: () => t('second-factor.passkey.refused') };
      }
    },
    [begin, failureText, t],
  );
}
