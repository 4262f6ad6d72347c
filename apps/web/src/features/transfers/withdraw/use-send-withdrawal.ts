import { notify } from '@salar/ui';
import { useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useCreateWithdrawTicketMutation } from '../api/create-withdraw-ticket.ts';
import type { WithdrawalFields, WithdrawRequest } from '../api/create-withdraw-ticket.ts';
import type { TemplateField } from '../../../api/calls/transfers/get-withdraw-template.ts';
import { isOutcomeUnknown, toFailure } from '../../../api/failure.ts';
import type { ApiError } from '../../../api/failure.ts';
import type { GenericAnswer } from '../../../api/wire/generic-answer.ts';
import { translateRefusal } from '../../../i18n/refusals.ts';
import { useFailureText } from '../../../lib/failures/use-failure-text.ts';
import { useLocalizedMessage } from '../../../lib/failures/use-localized-message.ts';
import type { WithdrawDraft } from './use-withdraw-draft.ts';
import { WithdrawIntents } from './withdraw-intent.ts';
import { toRefusalKey } from './withdraw-refusal.ts';

/** The requested withdrawal, kept for the receipt. */
export type WithdrawReceipt = {
  readonly requestCode: string | null;
  readonly accountId: number;
  readonly productId: number;
  readonly symbol: string;
  readonly amount: string;
  readonly net: string;
  readonly network: string;
  readonly templateType: string;
  /** The address of a wallet; empty for a bank account. */
  readonly address: string;
  readonly lines: readonly { readonly field: TemplateField; readonly value: string }[];
};

export type WithdrawProblem = { readonly kind: 'refused' | 'unknown'; readonly text: string };

type Attempt = {
  readonly request: Omit<WithdrawRequest, 'idempotencyKey'>;
  readonly receipt: WithdrawReceipt;
};

/** Sends a withdrawal, once per call. */
export function useSendWithdrawal() {
  const { t } = useTranslation().i18n;
  const failureText = useFailureText();
  const [create, { isLoading }] = useCreateWithdrawTicketMutation();
  const [intents] = useState(() => new WithdrawIntents(generateKey));
  const [receipt, setReceipt] = useState<WithdrawReceipt | null>(null);
  const [problem, setProblem] = useLocalizedMessage<WithdrawProblem>();
  const [unresolved, setUnresolved] = useState<Attempt | null>(null);

  /**
   * Resolves with whether the server attempted it: a session that was lost before leaves everything unchanged.
   *
   * @param passkeyResponse  the response of a customer who signed it with a passkey
   */
  async function send(draft: WithdrawDraft, passkeyResponse?: string): Promise<boolean> {
    const attempt = toAttempt(draft, passkeyResponse);
    return attempt !== null && ask(attempt);
  }

  async function ask(attempt: Attempt): Promise<boolean> {
    setProblem(null);
    const answer = await create({ ...attempt.request, idempotencyKey: intents.getKey(attempt.request) });
    const failure = answer.error && toFailure(answer.error);
    const isUnknown = failure !== undefined && isOutcomeUnknown(failure);
    setUnresolved(isUnknown ? attempt : null);
    if (!isUnknown) intents.resolve();
    if (answer.data?.isAccepted) {
      setReceipt({ ...attempt.receipt, requestCode: answer.data.detail });
      return true;
    }
    const describe = () =>
      answer.data
        ? { kind: 'refused' as const, text: refusalText(answer.data) }
        : failedRequest(answer.error, isUnknown);
    setProblem(describe);
    notify.error(describe().text);
    return !(failure?.kind === 'HTTP' && failure.status === 401);
  }

  function failedRequest(error: ApiError, isUnknown: boolean): WithdrawProblem {
    if (isUnknown) return { kind: 'unknown', text: t('transfers.withdraw.errors.unknownOutcome') };
    const message = failureText(error);
    return { kind: 'refused', text: t('transfers.withdraw.errors.failedWithdraw', { message }) };
  }

  function refusalText({ message, detail }: GenericAnswer): string {
    const key = toRefusalKey(detail);
    const translated = translateRefusal(detail ?? message ?? '', t);
    const reason = key
      ? t(key)
      : (translated ??
        ([message, detail].filter(Boolean).join(': ') || t('transfers.withdraw.errors.unknown')));
    return t('transfers.withdraw.errors.failedWithdraw', { message: reason });
  }

  return {
    send,
    /** Sends the same request again, which cannot take money twice. Null without a request to repeat. */
    resend: unresolved ? () => ask(unresolved) : null,
    isSending: isLoading,
    receipt,
    problem,
    startOver: () => setReceipt(null),
    dismissProblem: () => setProblem(null),
  };
}

/** Returns the fields of a complete withdrawal, null for any other. */
export function toWithdrawal({
  accountId,
  asset,
  amount,
  options,
  receiver,
}: WithdrawDraft): WithdrawalFields | null {
  const { provider } = options;
  const form = receiver.toForm(amount);
  if (accountId === null || form === null || provider === null) return null;
  const { providerId, templateType } = provider;
  return { accountId, productId: asset.productId, providerId, templateType, form, amount };
}

function toAttempt(draft: WithdrawDraft, passkeyResponse: string | undefined): Attempt | null {
  const { asset, amount, net, options, receiver } = draft;
  const { provider } = options;
  const withdrawal = toWithdrawal(draft);
  if (withdrawal === null || provider === null || net === null) return null;
  const { accountId, productId, templateType } = withdrawal;
  const { symbol } = asset;
  const { displayName } = provider;
  return {
    request: { ...withdrawal, ...(passkeyResponse !== undefined && { passkeyResponse }) },
    receipt: {
      requestCode: null,
      accountId,
      productId,
      symbol,
      amount,
      net,
      network: displayName,
      templateType,
      address: receiver.address,
      lines: receiver.lines,
    },
  };
}

/** Generates 128 random bits. `randomUUID` is missing on pages without TLS. */
function generateKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
