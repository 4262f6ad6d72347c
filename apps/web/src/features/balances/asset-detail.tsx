import { Button, DepositIcon, Num, SendIcon, SwapIcon } from '@salar/ui';
import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { HistoryTarget } from '../../lib/navigation/history-path.ts';
import type { AssetRow } from './asset-rows.ts';
import { HistoryTabs } from './history-tabs.tsx';
import { useAssetActions } from './use-asset-actions.ts';

export type AssetDetailProps = {
  readonly row: AssetRow;
  /** Null while it is unknown. */
  readonly pending: string | null;
  readonly accountId: number;
  readonly isHidden: boolean;
  /** The part of the history that the customer was sent to. */
  readonly target: HistoryTarget | null;
};

/** The details below an open row: the four figures of the asset and its history. */
export function AssetDetail({ row, pending, accountId, isHidden, target }: AssetDetailProps) {
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
      <dl className="grid grid-cols-2 gap-x-4 gap-y-4 sm:gap-x-6 lg:grid-cols-4">
        {figures.map(({ id, label, value }) => (
          <div key={id} className="flex min-w-0 flex-col gap-0.5">
            <dt className="text-small text-ink-2">{label}</dt>
            <dd className="font-semibold [overflow-wrap:anywhere] sm:text-lead">
              <Num value={value} unit={row.symbol} isHidden={isHidden} className="whitespace-normal" />
            </dd>
          </div>
        ))}
      </dl>
      <HistoryTabs
        accountId={accountId}
        productId={row.productId}
        symbol={row.symbol}
        isHidden={isHidden}
        target={target}
      />
    </section>
  );
}

/** Below 768 px the row is a card and its actions are here, as buttons with their labels under the icon. */
function CardActions({ row }: { readonly row: AssetRow }) {
  const { t } = useTranslation();
  const actions = useAssetActions();
  const { productId, symbol } = row;
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(4.75rem,1fr))] gap-2 md:hidden">
      <CardAction
        name={t('balances.table.deposit', { symbol })}
        icon={<DepositIcon size={16} />}
        onPress={() => actions.deposit(productId)}
      >
        {t('balances.table.depositShort')}
      </CardAction>
      <CardAction
        name={t('balances.table.send', { symbol })}
        icon={<SendIcon size={16} />}
        onPress={() => actions.send(productId)}
      >
        {t('balances.table.sendShort')}
      </CardAction>
      <CardAction
        name={t('balances.table.swap', { symbol })}
        icon={<SwapIcon size={16} />}
        onPress={() => actions.swap(productId)}
      >
        {t('balances.table.swapShort')}
      </CardAction>
    </div>
  );
}

type CardActionProps = {
  readonly name: string;
  readonly icon: ReactNode;
  readonly onPress: () => void;
  readonly children: string;
};

function CardAction({ name, icon, onPress, children }: CardActionProps) {
  return (
    <Button variant="quiet" size="sm" className="px-1!" aria-label={name} onPress={onPress}>
      <span className="flex flex-col items-center gap-0.5 py-1">
        {icon}
        {children}
      </span>
    </Button>
  );
}
