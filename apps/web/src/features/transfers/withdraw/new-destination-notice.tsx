import { InlineNotice } from '@salar/ui';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type { WithdrawDraft } from './use-withdraw-draft.ts';

/** Warns that no money was ever sent to this destination. */
export function NewDestinationNotice({
  draft,
  className,
}: {
  readonly draft: WithdrawDraft;
  readonly className?: string;
}) {
  const { t } = useTranslation();
  const { symbol } = draft.asset;
  return (
    <InlineNotice tone="warn" className={className}>
      {t(draft.receiver.address === '' ? 'transfers.withdraw.newAccount' : 'transfers.withdraw.newAddress', {
        symbol,
      })}
    </InlineNotice>
  );
}
