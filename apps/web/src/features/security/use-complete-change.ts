import { useTranslation } from '../../i18n/use-translation.ts';
import { useAuthenticate2FAMutation } from '../../api/calls/sign-in/authenticate-2fa.ts';
import { useFailureText } from '../../lib/failures/use-failure-text.ts';
import type { MessageFactory } from '../../lib/failures/use-localized-message.ts';
import { useCodeProblem } from '../../parts/second-factor/use-code-problem.ts';

export type CompletedChange =
  | { readonly isDone: true; readonly codes: readonly string[] }
  | { readonly isDone: false; readonly problem: MessageFactory };

/**
 * Completes with a code the change of the second factor that was started, on or off. Returns refusals as localized
 * messages.
 */
export function useCompleteChange(): (code: string) => Promise<CompletedChange> {
  const { t } = useTranslation().i18n;
  const failureText = useFailureText();
  const codeProblem = useCodeProblem();
  const [authenticate] = useAuthenticate2FAMutation();
  return async (code) => {
    const request = authenticate({ code });
    const { data, error } = await request;
    // Codes are shown once and stored nowhere.
    request.reset();
    if (data?.isAuthenticated) return { isDone: true, codes: data.recoveryCodes };
    const problem = () =>
      data ? codeProblem(data.message) : t('security.factor.failedToggle', { reason: failureText(error) });
    return { isDone: false, problem };
  };
}
