import { useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useFailureText } from '../../../lib/failures/use-failure-text.ts';
import { useLocalizedMessage } from '../../../lib/failures/use-localized-message.ts';
import { signWithPasskey } from '../../../lib/passkey.ts';
import { useBeginWithdrawSignatureMutation } from '../api/begin-withdraw-signature.ts';
import { toWithdrawal } from './use-send-withdrawal.ts';
import type { WithdrawDraft } from './use-withdraw-draft.ts';

/** Has the customer's passkey sign a withdrawal. A customer who declines can try again, or send it without a signature. */
export function useSignWithdrawal() {
  const { t } = useTranslation().i18n;
  const failureText = useFailureText();
  const [begin] = useBeginWithdrawSignatureMutation();
  const [isSigning, setIsSigning] = useState(false);
  const [problem, setProblem] = useLocalizedMessage();

  /** Resolves with the browser's response as JSON text, or null with a problem to show. */
  async function sign(draft: WithdrawDraft): Promise<string | null> {
    const withdrawal = toWithdrawal(draft);
    if (withdrawal === null) return null;
    setProblem(null);
    setIsSigning(true);
    try {
      const { data: options, error } = await begin(withdrawal);
      if (options === undefined) {
        setProblem(() => failureText(error));
        return null;
      }
      const response = await signWithPasskey(options);
      if (response === null) setProblem(() => t('transfers.withdraw.signature.unused'));
      return response;
    } catch {
      // The browser does not support the server's options; the withdrawal can be sent without a signature.
      setProblem(() => t('transfers.withdraw.signature.failed'));
      return null;
    } finally {
      setIsSigning(false);
    }
  }

  return { sign, isSigning, problem };
}
