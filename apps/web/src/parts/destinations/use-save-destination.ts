import { useTranslation } from '../../i18n/use-translation.ts';
import { useCreateAccountWithdrawInfoMutation } from './api/create-account-withdraw-info.ts';
import type { NewWithdrawInfo } from './api/create-account-withdraw-info.ts';
import { useFailureText } from '../../lib/failures/use-failure-text.ts';
import { useLocalizedMessage } from '../../lib/failures/use-localized-message.ts';
import type { MessageFactory } from '../../lib/failures/use-localized-message.ts';
import { translateRefusalMessage } from '../../lib/failures/refusal-messages.ts';

/** How an attempt to save a destination ended. `reason` returns null when no reason was given. */
export type SaveOutcome =
  | { readonly kind: 'saved'; readonly infoId: string }
  | { readonly kind: 'refused'; readonly reason: MessageFactory<string | null> };

/** Saves a destination, one attempt at a time. */
export function useSaveDestination() {
  const { t } = useTranslation().i18n;
  const failureText = useFailureText();
  const [create, { isLoading }] = useCreateAccountWithdrawInfoMutation();
  const [problem, setProblem] = useLocalizedMessage();

  async function save(info: NewWithdrawInfo): Promise<SaveOutcome> {
    setProblem(null);
    const { data, error } = await create(info);
    if (data?.isAccepted) return { kind: 'saved', infoId: data.detail ?? '' };
    return {
      kind: 'refused',
      reason: () => (data ? translateRefusalMessage(data, t) : error ? failureText(error) : null),
    };
  }

  return { save, isSaving: isLoading, problem, setProblem };
}
