import { KeyValueList, Num } from '@salar/ui';
import type { KeyValue } from '@salar/ui';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type { Instrument } from '../../../api/calls/market-data/get-instruments.ts';
import { OwnAmount } from '../../../lib/amounts/own-amount.tsx';
import { countPlaces } from '../market/increments.ts';
import type { OrderFormState } from './use-order-form.ts';

export type OrderSummaryProps = {
  readonly form: OrderFormState;
  readonly instrument: Instrument;
};

/** The available balance, the estimated value of the order and its fee. */
export function OrderSummary({ form, instrument }: OrderSummaryProps) {
  const { t } = useTranslation();
  const { draft, context, estimate, quotePlaces, feeRole, feeText } = form;
  const { available } = context;
  const isBuy = draft.side === 'buy';
  const rows: KeyValue[] = [
    {
      id: 'available',
      label: t('trade.entry.available'),
      value: (
        <OwnAmount
          value={available ? (isBuy ? available.quote : available.base) : null}
          unit={isBuy ? instrument.quoteSymbol : instrument.baseSymbol}
          maxPlaces={8}
        />
      ),
    },
    ...useAverageRow(form, instrument),
    {
      id: 'total',
      label: t(draft.orderType === 'OCO' ? 'trade.entry.pairTotal' : 'trade.entry.total'),
      value: <Num value={estimate?.total ?? null} unit={instrument.quoteSymbol} maxPlaces={quotePlaces} />,
    },
    ...usePairRows(form, instrument),
    {
      id: 'fee',
      label: t(feeRole === 'maker' ? 'trade.entry.makerFee' : 'trade.entry.fee'),
      value: <span className="num text-ink-1">{feeText ?? '—'}</span>,
    },
  ];
  return <KeyValueList className="text-small [&>div]:py-0.5" rows={rows} />;
}

/** The average price of a market order. */
function useAverageRow({ draft, estimate }: OrderFormState, instrument: Instrument): KeyValue[] {
  const { t } = useTranslation();
  if (draft.orderType !== 'Market') return [];
  const places = countPlaces(instrument.priceIncrement);
  return [
    {
      id: 'average',
      label: t('trade.entry.average'),
      value: (
        <Num
          value={estimate?.price ?? null}
          unit={instrument.quoteSymbol}
          minPlaces={places}
          maxPlaces={places}
        />
      ),
    },
  ];
}

/** The value of a pair when its stop is triggered, and the hold of the pair. */
function usePairRows({ draft, estimate, quotePlaces }: OrderFormState, instrument: Instrument): KeyValue[] {
  const { t } = useTranslation();
  if (draft.orderType !== 'OCO') return [];
  const isBuy = draft.side === 'buy';
  return [
    {
      id: 'stopTotal',
      label: t('trade.entry.pairStopTotal'),
      value: (
        <Num value={estimate?.stopTotal ?? null} unit={instrument.quoteSymbol} maxPlaces={quotePlaces} />
      ),
    },
    {
      id: 'reserved',
      label: t('trade.entry.pairReserved'),
      value: (
        <Num
          value={estimate ? (isBuy ? estimate.reserved : estimate.quantity) : null}
          unit={isBuy ? instrument.quoteSymbol : instrument.baseSymbol}
          maxPlaces={isBuy ? quotePlaces : 8}
        />
      ),
    },
  ];
}
