import { Button, InlineNotice, Link, PasskeyIcon, formatDateTime } from '@salar/ui';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { useGetPasskeysQuery } from '../../../api/calls/sign-in/get-passkeys.ts';
import type { Passkey } from '../../../api/calls/sign-in/get-passkeys.ts';
import { hasPasskeys } from '../../../lib/passkey.ts';
import { useSignWithdrawal } from './use-sign-withdrawal.ts';
import type { WithdrawDraft } from './use-withdraw-draft.ts';

export type PasskeySignatureProps = {
  readonly draft: WithdrawDraft;
  readonly isDisabled: boolean;
  /** Called when the browser's dialog opens and closes: nothing else may send the withdrawal meanwhile. */
  readonly onSigning: (isSigning: boolean) => void;
  readonly onSigned: (passkeyResponse: string) => void;
};

/**
 * Offers to sign the withdrawal with a passkey. A customer without one gets a hint, and only where a signature would spare
 * a review. Draws nothing where passkeys are not supported.
 */
export function PasskeySignature({ draft, ...props }: PasskeySignatureProps) {
  const { data: passkeys } = useGetPasskeysQuery(undefined, { skip: !hasPasskeys() });
  if (passkeys === undefined) return null;
  if (passkeys.length > 0) return <SignButton draft={draft} passkeys={passkeys} {...props} />;
  return draft.passkeySignature === 'Needed' ? <Hint /> : null;
}

function Hint() {
  const { t } = useTranslation();
  return (
    <p className="mt-2 text-small text-ink-2">
      {t('transfers.withdraw.signature.hint')}{' '}
      <Link href="/settings/security">{t('transfers.withdraw.signature.add')}</Link>
    </p>
  );
}

function SignButton({
  draft,
  passkeys,
  isDisabled,
  onSigning,
  onSigned,
}: PasskeySignatureProps & { readonly passkeys: readonly Passkey[] }) {
  const { t } = useTranslation();
  const explanation = useExplanation(draft, passkeys);
  const { sign, isSigning, problem } = useSignWithdrawal();

  async function press() {
    onSigning(true);
    const response = await sign(draft);
    onSigning(false);
    if (response !== null) onSigned(response);
  }

  return (
    <div className="mt-4 flex flex-col gap-3 border-t border-line pt-4">
      <p className="text-small text-ink-2">{explanation}</p>
      {problem ? (
        <InlineNotice tone="warn" isAnnounced>
          {problem}
        </InlineNotice>
      ) : null}
      <Button
        variant="quiet"
        isFullWidth
        icon={<PasskeyIcon size={18} />}
        isDisabled={isDisabled}
        isLoading={isSigning}
        loadingText={t('transfers.withdraw.signature.signing')}
        onPress={() => void press()}
      >
        {t('transfers.withdraw.signature.sign')}
      </Button>
    </div>
  );
}

/** Explains what the signature changes for this amount, or from when on it will. */
function useExplanation({ passkeySignature }: WithdrawDraft, passkeys: readonly Passkey[]): string {
  const { t } = useTranslation();
  const { language } = useLanguage();
  if (passkeySignature !== 'Needed') return t('transfers.withdraw.signature.optional');
  const times = passkeys.flatMap(({ countsFrom }) => (countsFrom === null ? [] : [countsFrom])).sort();
  const [first] = times;
  if (first === undefined) return t('transfers.withdraw.signature.optional');
  if (Date.parse(first) <= Date.now()) return t('transfers.withdraw.signature.needed');
  return t('transfers.withdraw.signature.young', { date: formatDateTime(first, language) });
}
