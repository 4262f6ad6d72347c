import { Button, DepositIcon, Num, SendIcon, SwapIcon } from '@salar/ui';
import { useTranslation } from 'react-i18next';
import type { AssetRow } from './asset-rows.ts';
import { HistoryTabs } from './history-tabs.tsx';
import { useAssetActions } from './use-asset-actions.ts';

export type AssetDetailProps = {
  readonly row: AssetRow;
  /** Null while it is unknown. */
  readonly pending: string | null;
  readonly accountId: number;
  readonly isHidden: boolean;
};

/** What opens under a row: the four figures of the asset and its history. */
export function AssetDetail({ row, pending, accountId, isHidden }: AssetDetailProps) {
  const { t } = useTranslation();
  const figures = [
    { id: 'available', label: t('balances.detail.available'), value: row.available },
    { id: 'hold', label: t('balances.detail.hold'), value: row.hold },
    { id: 'pending', label: t('balances.detail.pending'), value: pending },
    { id: 'total', label: t('balances.detail.total'), value: row.amount },
  ];
  return (
    <section aria-label={t('balances.detail.label', { symbol: row.symbol })} className="flex flex-col gap-5">
      <CardActions row={row} />
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 lg:grid-cols-4">
        {figures.map(({ id, label, value }) => (
          <div key={id} className="flex min-w-0 flex-col gap-0.5">
            <dt className="text-small text-ink-2">{label}</dt>
            <dd className="text-lead font-semibold [overflow-wrap:anywhere]">
              <Num value={value} unit={row.symbol} isHidden={isHidden} className="whitespace-normal" />
            </dd>
          </div>
        ))}
      </dl>
      <HistoryTabs accountId={accountId} productId={row.productId} symbol={row.symbol} />
    </section>
  );
}

/** Under 768 px the row is a card and its actions are here, as labelled buttons. */
function CardActions({ row }: { readonly row: AssetRow }) {
  const { t } = useTranslation();
  const actions = useAssetActions();
  return (
    <div className="grid grid-cols-3 gap-2 md:hidden">
      <Button
        variant="quiet"
        size="sm"
        className="px-1"
        icon={<DepositIcon size={16} />}
        aria-label={t('balances.table.deposit', { symbol: row.symbol })}
        onPress={() => actions.deposit(row.productId)}
      >
        {t('balances.table.depositShort')}
      </Button>
      <Button
        variant="quiet"
        size="sm"
        className="px-1"
        icon={<SendIcon size={16} />}
        aria-label={t('balances.table.send', { symbol: row.symbol })}
        onPress={() => actions.send(row.productId)}
      >
        {t('balances.table.sendShort')}
      </Button>
      <Button
        variant="quiet"
        size="sm"
        className="px-1"
        icon={<SwapIcon size={16} />}
        aria-label={t('balances.table.swap', { symbol: row.symbol })}
        onPress={() => actions.swap(row.productId)}
      >
        {t('balances.table.swapShort')}
      </Button>
    </div>
  );
}
