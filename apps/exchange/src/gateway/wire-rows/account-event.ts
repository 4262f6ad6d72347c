/** Converts events of an account to events of the socket (wire-protocol 17.6). */
import type { EngineView } from '@salar/engine';
import { assert, assertNever } from '@salar/protocol';
import type {
  AccountId,
  CancelAllOrders,
  CancelOrder,
  InstrumentId,
  InstrumentState,
  Minor,
  PlaceOrder,
  ProductId,
  ReplaceOrder,
  ReplaceOrderRefusal,
} from '@salar/protocol';
import {
  accountInfoShape,
  accountTradeShape,
  cancelAllOrdersRejectShape,
  cancelOrderRejectShape,
  cancelReplaceOrderRejectShape,
  creditedDepositShape,
  toWireDecimal,
  depositTicketShape,
  formatIso,
  marketStateShape,
  newOrderRejectShape,
  orderShape,
  pendingDepositShape,
  positionShape,
  transactionShape,
  verificationLevelShape,
  withdrawTicketShape,
  zero,
} from '@salar/protocol/wire';
import type { Shape, WireNumber } from '@salar/protocol/wire';
import type {
  AccountEvent,
  MarketStateChange,
  RefusedCommand,
} from '@salar/services/account-feed/account-events';
import { findNotionalProduct } from '@salar/services/accounts/notional-product';
import { rejectReasons } from './reject-reasons.ts';
import { toAccountInfoRow, toPositionRow } from './account-rows.ts';
import { toAccountTradeRow } from './account-trade-row.ts';
import { sessionReasonNames, sessionStatusNames } from './catalog-rows.ts';
import { toOrderRow, orderTypeNames, sideNames, triggerNames } from './order-row.ts';
import { toDepositTicketRow, toWithdrawTicketRow } from './ticket-rows.ts';
import type { TicketRowContext } from './ticket-rows.ts';
import { toTransactionRow } from './transaction-row.ts';
import { getUnits } from './units.ts';
import type { Units } from './units.ts';

/** The name of the event, and its payload as JSON text. */
export type WrittenEvent = readonly [name: string, payload: string];

/** Serializes an event for the account's owner. */
export function writeAccountEvent(event: AccountEvent, context: TicketRowContext): WrittenEvent {
  const { user, view } = context;
  const { accountId } = user;
  switch (event.kind) {
    case 'trade':
      return serialize(
        'OrderTradeEvent',
        accountTradeShape,
        toAccountTradeRow(event.trade, user, view, event.priceBefore),
      );
    case 'order': {
      const units = findUnits(view, event.order.instrumentId);
      return serialize('OrderStateEvent', orderShape, toOrderRow(event.order, units, view, user.userName));
    }
    case 'position': {
      const notional = findNotionalProduct(view);
      return serialize(
        'AccountPositionEvent',
        positionShape,
        toPositionRow(accountId, event.position, notional),
      );
    }
    case 'refused':
      return toRefusalEvent(event, view);
    case 'market_state':
      return serialize('MarketStateUpdate', marketStateShape, toMarketStateRow(event));
    case 'credited': {
      const { productId, amount } = event.posting;
      const quantity = toAmount(view, productId, amount);
      const row = {
        OMSId: 1,
        AccountId: accountId,
        ProductId: productId,
        Quantity: quantity,
        SubAccountId: 0,
      };
      return serialize('DepositEvent', creditedDepositShape, row);
    }
    case 'pending_deposits':
      return serialize('PendingDepositUpdate', pendingDepositShape, {
        AccountId: accountId,
        AssetId: event.product.productId,
        TotalPendingDepositValue: toWireDecimal(event.amount, event.product.decimals),
      });
    case 'deposit_ticket': {
      const row = toDepositTicketRow(event.ticket, context, event.comments);
      return serialize('DepositTicketUpdateEvent', depositTicketShape, row);
    }
    case 'withdraw_ticket': {
      const row = toWithdrawTicketRow(event.ticket, context, event.comments);
      return serialize('WithdrawTicketUpdateEvent', withdrawTicketShape, row);
    }
    case 'posting': {
      const row = toTransactionRow(event.line, accountId, view);
      return serialize('TransactionEvent', transactionShape, row);
    }
    case 'account':
      return serialize('AccountInfoUpdateEvent', accountInfoShape, toAccountInfoRow(user, event));
    case 'level': {
      const row = { VerificationLevel: event.level, AccountId: accountId };
      return serialize('VerificationLevelUpdateEvent', verificationLevelShape, row);
    }
    default:
      return assertNever(event);
  }
}

function serialize<Row>(name: string, shape: Shape<Row>, row: Row): WrittenEvent {
  return [name, shape.write(row, '')];
}

function toRefusalEvent({ command, refusal }: RefusedCommand, view: EngineView): WrittenEvent {
  switch (command.type) {
    case 'PlaceOrder':
      return serialize('NewOrderRejectEvent', newOrderRejectShape, {
        ...toRejectRow(command.accountId, refusal, command),
        ClientOrderId: command.clientOrderId,
      });
    case 'CancelOrder':
      return serialize('CancelOrderRejectEvent', cancelOrderRejectShape, toCancelRejectRow(command, refusal));
    case 'CancelAllOrders':
      return serialize('CancelAllOrdersRejectEvent', cancelAllOrdersRejectShape, {
        ...toRejectRow(command.accountId, refusal, command),
        InstrumentId: command.instrumentId,
      });
    case 'ReplaceOrder':
      return serialize(
        'CancelReplaceOrderRejectEvent',
        cancelReplaceOrderRejectShape,
        toReplaceRejectRow(command, refusal, view),
      );
    default:
      return assertNever(command);
  }
}

/** The order is not open, so that none of its details are available. */
function toCancelRejectRow({ accountId, orderId }: CancelOrder, refusal: ReplaceOrderRefusal) {
  return {
    ...toRejectRow(accountId, refusal),
    OrderId: orderId,
    OrderRevision: 0,
    OrderType: 'Unknown',
    InstrumentId: 0,
  };
}

function toReplaceRejectRow(
  { orderId, replacement }: ReplaceOrder,
  refusal: ReplaceOrderRefusal,
  view: EngineView,
) {
  const { accountId, clientOrderId, instrumentId, orderType, side, timeInForce, quantity } = replacement;
  const { price, quantity: quantityOf } = findUnits(view, instrumentId);
  const stop = 'stop' in replacement ? replacement.stop : null;
  return {
    ...toRejectRow(accountId, refusal, replacement),
    OrderId: 0, // no new order exists
    ClientOrderId: clientOrderId,
    LimitPrice: price(replacement.price),
    OrderIdOCO: 'terms' in replacement ? (replacement.terms?.ocoOrderId ?? 0) : 0,
    OrderType: orderTypeNames[orderType],
    PegPriceType: triggerNames[stop?.trigger ?? 'last'],
    OrderIdToReplace: orderId,
    InstrumentId: instrumentId,
    ReferencePrice: zero,
    Quantity: quantityOf(quantity),
    Side: sideNames[side],
    StopPrice: price(stop?.stopPrice ?? 0),
    TimeInForce: timeInForce.toUpperCase(),
  };
}

function toRejectRow(
  accountId: AccountId,
  refusal: ReplaceOrderRefusal,
  named?: PlaceOrder | CancelAllOrders,
): { OMSId: number; AccountId: number; Status: string; RejectReason: string } {
  return {
    OMSId: 1,
    AccountId: accountId,
    Status: 'Rejected',
    RejectReason: toReason(refusal, named?.instrumentId ?? 0),
  };
}

/** Returns the text that the call itself was refused with. */
function toReason(refusal: ReplaceOrderRefusal, instrumentId: number): string {
  if (refusal === 'order_unknown') return 'Order Not Found';
  if (refusal === 'instrument_unknown') return `Invalid InstrumentId: ${instrumentId}`;
  return rejectReasons[refusal];
}

function toMarketStateRow({ instrumentId, before, state, cause, at }: MarketStateChange) {
  return {
    ExchangeId: 1,
    VenueAdapterId: 1,
    VenueInstrumentId: instrumentId,
    Action: toAction(before, state),
    PreviousStatus: sessionStatusNames[before],
    NewStatus: sessionStatusNames[state],
    Reason: sessionReasonNames[cause],
    ExchangeDateTime: formatIso(at),
  };
}

function toAction(before: InstrumentState, state: InstrumentState): 'Pause' | 'Resume' | 'Halt' | 'ReOpen' {
  if (state === 'stopped') return 'Halt';
  if (state === 'paused' || state === 'cancel_only') return 'Pause';
  return before === 'stopped' ? 'ReOpen' : 'Resume';
}

function findUnits(view: EngineView, instrumentId: InstrumentId): Units {
  const instrument = view.instrument(instrumentId);
  assert(instrument !== undefined, 'the instrument of an order is defined');
  return getUnits(view, instrument);
}

function toAmount(view: EngineView, productId: ProductId, amount: Minor): WireNumber {
  return toWireDecimal(amount, view.product(productId)?.decimals ?? 0);
}
