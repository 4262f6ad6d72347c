import { Checkbox, Tabs, tableQuery, useMediaQuery } from '@salar/ui';
import { useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type { Instrument } from '../../../api/calls/market-data/get-instruments.ts';
import type { OpenOrder } from '../../../api/records/order.ts';
import { HideBalancesButton } from '../../../lib/amounts/own-amount.tsx';
import { Panel } from '../panel.tsx';
import type { TradeAccount } from '../use-trade-account.ts';
import { OpenOrders } from './open-orders.tsx';
import { OrderHistory } from './order-history.tsx';
import { OwnTrades } from './own-trades.tsx';

export type OrdersPanelProps = {
  readonly account: TradeAccount;
  readonly instrument: Instrument;
  readonly instruments: readonly Instrument[];
  /** Undefined while loading. */
  readonly openOrders: readonly OpenOrder[] | undefined;
  /** Focuses the order form. */
  readonly onNewOrder: () => void;
  readonly className?: string;
};

/** The customer's open orders, past orders and trades. */
export function OrdersPanel({
  account,
  instrument,
  instruments,
  openOrders,
  onNewOrder,
  className,
}: OrdersPanelProps) {
  const { t } = useTranslation();
  const [tab, setTab] = useState('open');
  const [isThisOnly, setIsThisOnly] = useState(false);
  // Three tab labels side by side are short ones on a phone.
  const length = useMediaQuery(tableQuery) ? 'tabs' : 'shortTabs';
  const filter = isThisOnly ? instrument.instrumentId : null;
  if (account.accountId === null) return null;
  const { accountId } = account;
  const shared = { accountId, instruments, filter, onNewOrder };
  return (
    <Panel title={t('trade.orders.title')} isTitleHidden {...(className === undefined ? {} : { className })}>
      <div className="relative p-2">
        <Tabs
          label={t('trade.orders.title')}
          selected={tab}
          onChange={setTab}
          tabs={[
            {
              id: 'open',
              label: openOrders
                ? t(`trade.orders.${length}.openCount`, { number: openOrders.length })
                : t(`trade.orders.${length}.open`),
              content: (
                <OpenOrders {...shared} account={account} instrument={instrument} orders={openOrders} />
              ),
            },
            {
              id: 'history',
              label: t(`trade.orders.${length}.history`),
              content: <OrderHistory key={filter} {...shared} />,
            },
            {
              id: 'trades',
              label: t(`trade.orders.${length}.trades`),
              content: <OwnTrades key={filter} {...shared} findSymbol={account.findSymbol} />,
            },
          ]}
        />
        <div className="flex flex-wrap items-center justify-between gap-x-3 px-2 pt-1 sm:absolute sm:end-3 sm:top-2 sm:min-h-13 sm:p-0 sm:pointer-fine:min-h-11">
          <Checkbox isSelected={isThisOnly} onChange={setIsThisOnly}>
            <span className="text-small">{t('trade.orders.thisMarket')}</span>
          </Checkbox>
          <HideBalancesButton />
        </div>
      </div>
    </Panel>
  );
}
