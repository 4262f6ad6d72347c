import { notify } from '@salar/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCreateWithdrawTicketMutation } from '../../api/calls/create-withdraw-ticket.ts';
import { isOutcomeUnknown, toFailure } from '../../api/failure.ts';
import type { GenericAnswer } from '../../api/wire/generic-answer.ts';
import type { WithdrawDraft } from './use-withdraw-draft.ts';
import { refusalKey } from './withdraw-refusal.ts';

/** What was asked for, kept for the page that says so. */
export type WithdrawReceipt = {
  readonly requestCode: string | null;
  readonly symbol: string;
  readonly amount: string;
  readonly net: string;
  readonly network: string;
  readonly address: string;
};

export type WithdrawProblem = { readonly kind: 'refused' | 'unknown'; readonly text: string };

/** Asks for a withdrawal, once per call. Afterwards amount and receiver are empty again. */
export function useSendWithdrawal() {
  const { t } = useTranslation();
  const [create, { isLoading }] = useCreateWithdrawTicketMutation();
  const [receipt, setReceipt] = useState<WithdrawReceipt | null>(null);
  const [problem, setProblem] = useState<WithdrawProblem | null>(null);

  async function send(draft: WithdrawDraft) {
    const { accountId, asset, amount, net, form, options, address } = draft;
    const { network } = options;
    if (accountId === null || form === null || network === null || net === null) return;
    setProblem(null);
    const answer = await create({
      accountId,
      productId: asset.productId,
      providerId: network.providerId,
      templateType: network.templateType,
      form,
      amount,
    });
    draft.reset();
    if (answer.data?.isAccepted) {
      setReceipt({
        requestCode: answer.data.detail,
        symbol: asset.symbol,
        amount,
        net,
        network: network.displayName,
        address,
      });
      notify.success(t('ramping.withdraw.successWithdraw'));
      return;
    }
    const failed = answer.error
      ? failedRequest(isOutcomeUnknown(toFailure(answer.error)))
      : { kind: 'refused' as const, text: refusalText(answer.data) };
    setProblem(failed);
    notify.error(failed.text);
  }

  function failedRequest(isUnknown: boolean): WithdrawProblem {
    if (isUnknown) return { kind: 'unknown', text: t('ramping.withdraw.errors.unknownOutcome') };
    const message = t('ramping.withdraw.errors.unknown');
    return { kind: 'refused', text: t('ramping.withdraw.errors.failedWithdraw', { message }) };
  }

  function refusalText({ message, detail }: GenericAnswer): string {
    const key = refusalKey(detail);
    const words = key
      ? t(key)
      : [message, detail].filter(Boolean).join(': ') || t('ramping.withdraw.errors.unknown');
    return t('ramping.withdraw.errors.failedWithdraw', { message: words });
  }

  return {
    send,
    isSending: isLoading,
    receipt,
    problem,
    startOver: () => setReceipt(null),
    dismissProblem: () => setProblem(null),
  };
}
