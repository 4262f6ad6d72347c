import { translateRefusal } from '../../i18n/refusals.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { Credential } from './api/reauthenticate.ts';
import { useCodeProblem } from '../../parts/second-factor/use-code-problem.ts';

/** The messages that only say that the credential is wrong. */
const wrong = new Set(['Invalid password', 'Invalid passkey']);

/** Returns the message for a refused credential, in the customer's language. */
export function useReauthenticationProblem(): (credential: Credential, message: string | null) => string {
  const { t } = useTranslation().i18n;
  const codeProblem = useCodeProblem();
  return (credential, message) => {
    if ('code' in credential) return codeProblem(message);
    const reason = message === null || wrong.has(message) ? null : translateRefusal(message, t);
    return (
      reason ??
      t('password' in credential ? 'session-prompts.wrongPassword' : 'second-factor.passkey.refused')
    );
  };
}
