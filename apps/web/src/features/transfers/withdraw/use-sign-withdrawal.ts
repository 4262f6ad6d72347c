import { useState } from 'react';
import { useSelector } from 'react-redux';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useFailureText } from '../../../lib/failures/use-failure-text.ts';
import { useLocalizedMessage } from '../../../lib/failures/use-localized-message.ts';
import { signWithPasskey } from '../../../lib/passkey.ts';
import { useBeginWithdrawSignatureMutation } from '../api/begin-withdraw-signature.ts';
import { selectUserId } from '../../../session/session-slice.ts';
import { isOfShown } from './shown-withdrawal.ts';
import type { ShownWithdrawal } from './shown-withdrawal.ts';
import { toWithdrawal } from './use-send-withdrawal.ts';
import type { WithdrawDraft } from './use-withdraw-draft.ts';

/**
 * Has the customer's passkey sign a withdrawal, once the hash to sign is that of what the review shows. A customer who declines can
 * try again, or send it without a signature.
 */
export function useSignWithdrawal() {
  const { t } = useTranslation().i18n;
  const failureText = useFailureText();
  const userId = useSelector(selectUserId);
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
      const { data: requested, error } = await begin(withdrawal);
      if (requested === undefined) {
        setProblem(() => failureText(error));
        return null;
      }
      const shown = toShown(draft, userId);
      if (shown === null || !(await isOfShown(requested, shown))) {
        setProblem(() => t('transfers.withdraw.signature.differs'));
        return null;
      }
      const response = await signWithPasskey(requested.options);
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

/** Returns what the review shows of a complete withdrawal; null for any other. */
function toShown(
  { asset, accountId, amount, fee, receiver }: WithdrawDraft,
  userId: number | null,
): ShownWithdrawal | null {
  if (accountId === null || userId === null || fee === null) return null;
  const { productId, symbol, decimals } = asset;
  const product = { productId, symbol, decimals };
  return {
    exchange: location.origin,
    userId,
    accountId,
    ...product,
    receiver: receiver.address,
    amount,
    fee,
  };
}
