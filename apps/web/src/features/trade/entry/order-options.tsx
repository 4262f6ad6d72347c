import { Checkbox } from '@salar/ui';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { canBeIceberg, canBePostOnly } from './order-draft.ts';
import type { OrderDraft } from './order-draft.ts';

export type OrderOptionsProps = {
  readonly draft: OrderDraft;
  readonly onChange: (draft: OrderDraft) => void;
};

/** The options of an order that can rest in the book: post-only, and a displayed part. Draws nothing for others. */
export function OrderOptions({ draft, onChange }: OrderOptionsProps) {
  const { t } = useTranslation();
  if (!canBeIceberg(draft)) return null;
  return (
    <div className="flex flex-wrap gap-x-5">
      {canBePostOnly(draft) ? (
        <Checkbox isSelected={draft.isPostOnly} onChange={(isPostOnly) => onChange({ ...draft, isPostOnly })}>
          <span className="text-small">{t('trade.entry.postOnly')}</span>
        </Checkbox>
      ) : null}
      <Checkbox isSelected={draft.isIceberg} onChange={(isIceberg) => onChange({ ...draft, isIceberg })}>
        <span className="text-small">{t('trade.entry.iceberg')}</span>
      </Checkbox>
    </div>
  );
}
