import { formatDecimal, formatPercentage, useUiTexts } from '@salar/ui';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type { Instrument } from '../../../api/calls/market-data/get-instruments.ts';
import type { TimeInForce } from '../../../api/calls/orders/place-order.ts';
import type { OrderProblem } from './order-check.ts';
import type { AmountName, DraftType } from './order-draft.ts';
import type { OrderRisk } from './order-risk.ts';
import type en from '../locales/en.json';

type Texts = typeof en;

/** Labels for orders in the customer's language. Values unknown to this version are shown as received. */
export function useOrderLabels() {
  const { t } = useTranslation().i18n;
  const { amountProblem } = useUiTexts();
  const plain = (amount: string | undefined) => formatDecimal(amount ?? '', { minPlaces: 0 });

  function problem({ kind, field, amount, typed }: OrderProblem, instrument: Instrument): string {
    const symbol =
      field === 'quantity' || field === 'display' ? instrument.baseSymbol : instrument.quoteSymbol;
    switch (kind) {
      case 'unreadable':
        return typed ? amountProblem(typed) : '';
      case 'missing':
        return t(`trade.problem.missing.${field ?? 'quantity'}`);
      case 'increment':
      case 'belowMinimum':
      case 'throughMarket':
      case 'wouldTake':
      case 'pairWouldTake':
        return t(`trade.problem.${kind}`, { amount: plain(amount), symbol });
      default:
        return t(`trade.problem.${kind}`, { symbol });
    }
  }

  return {
    problem,
    side: (side: string) => (isKey(side, sideKeys) ? t(`trade.side.${side}`) : side),
    orderType: (type: string) => (isKey(type, orderTypeKeys) ? t(`trade.orderType.${type}`) : type),
    orderTypeHelp: (type: DraftType) => t(`trade.orderTypeHelp.${type}`),
    timeInForce: (time: TimeInForce) => t(`trade.timeInForce.${time}`),
    field: (name: AmountName) => t(`trade.field.${name}`),
    state: (state: string) => (isKey(state, stateKeys) ? t(`trade.state.${state}`) : state),
    refusal: (word: string | null) =>
      word !== null && isKey(word, refusalKeys)
        ? t(`trade.refusal.${word}`)
        : (word ?? t('trade.refusal.other')),
    risk: (risk: OrderRisk) =>
      risk.kind === 'bookTooSmall'
        ? t('trade.risk.bookTooSmall')
        : t(`trade.risk.${risk.kind}`, { percent: formatPercentage(risk.percent) }),
  };
}

const sideKeys: readonly (keyof Texts['side'])[] = ['buy', 'sell', 'Buy', 'Sell'];
const orderTypeKeys: readonly (keyof Texts['orderType'])[] = [
  'Limit',
  'Market',
  'StopLimit',
  'StopMarket',
  'OCO',
  'TrailingStopLimit',
  'TrailingStopMarket',
];
const stateKeys: readonly (keyof Texts['state'])[] = [
  'Working',
  'Rejected',
  'Canceled',
  'Expired',
  'FullyExecuted',
];
const refusalKeys: readonly (keyof Texts['refusal'])[] = [
  'Not_Enough_Funds',
  'Invalid_ClientOrderId',
  'Invalid_Quantity',
  'Invalid_Price',
  'Invalid_StopPrice',
  'Invalid_StopPrice_Increment',
  'Invalid_TrailingAmount',
  'Invalid_DisplayQuantity',
  'Invalid_DisplayQuantity_Increment',
  'Invalid_Quantity_Increment',
  'Invalid_Price_Increment',
  'Invalid_Replacement',
  'Invalid_ExpireTime',
  'Invalid_OrderIdOCO',
  'Quantity_Below_Minimum',
  'Quantity_Above_Maximum',
  'Price_Below_Minimum',
  'Market_Not_Running',
  'No_Market',
  'Post_Only_Would_Take',
  'Fok_Not_Filled',
  'Account_Frozen',
  'Order_Type_Not_Supported',
  'PegPriceType_Not_Supported',
  'StopPrice_Through_Market',
  'Too_Many_Open_Orders',
  'Verification_Level_Too_Low',
];

function isKey<Key extends string>(text: string, keys: readonly Key[]): text is Key {
  return (keys as readonly string[]).includes(text);
}
