import { useTranslation } from '../../i18n/use-translation.ts';
import type { Credential } from './api/reauthenticate.ts';
import { useCodeProblem } from '../../parts/second-factor/use-code-problem.ts';

const tooMany = /^Too many attempts/;

/** Returns the message for a refused credential, in the customer's language. */
export function useReauthenticationProblem(): (credential: Credential, message: string | null) => string {
  const { t } = useTranslation().i18n;
  const codeProblem = useCodeProblem();
  return (credential, message) => {
    if (message !== null && tooMany.test(message)) return t('errors.tooManyRequests');
    if ('code' in credential) return codeProblem(message);
    return t('password' in credential ? 'session-prompts.wrongPassword' : 'second-factor.passkey.refused');
  };
}
