/** Every event of a socket, declared once: its shape, when it is sent, and which subscription it belongs to. */
import {
  cancelAllOrdersRejectShape,
  cancelOrderRejectShape,
  cancelReplaceOrderRejectShape,
  creditedDepositShape,
  marketStateShape,
  newOrderRejectShape,
  pendingDepositShape,
  verificationLevelShape,
  accountInfoShape,
  accountTradeShape,
  depositTicketShape,
  level1Shape,
  level2RowShape,
  orderShape,
  positionShape,
  publicTradeRowShape,
  shape,
  tickerRowShape,
  transactionShape,
  withdrawTicketShape,
} from '@salar/protocol/wire';
import type { JsonSchema } from '@salar/protocol/wire';

const { list, object } = shape;

export type SocketEvent = {
  readonly name: string;
  /** Calls that subscribe to it; none for an event that is sent without a subscription. */
  readonly subscriptions: readonly string[];
  readonly when: string;
  readonly schema: JsonSchema;
  /** The informative part of an example. */
  readonly example: unknown;
};

const account = ['SubscribeAccountEvents'] as const;
const orders = ['SubscribeAccountEvents', 'SubscribeOrderStateEvents'] as const;
const rejected = { OMSId: 1, AccountId: 1031, Status: 'Rejected' } as const;

export const socketEvents: readonly SocketEvent[] = [
  {
    name: 'Level1UpdateEvent',
    subscriptions: ['SubscribeLevel1'],
    when: 'Best price, best quantity or last trade of the instrument changed. Fifty a second at most; the latest state always comes.',
    schema: level1Shape.schema,
    example: { InstrumentId: 1 },
  },
  {
    name: 'Level2UpdateEvent',
    subscriptions: ['SubscribeLevel2'],
    when: 'Price levels within the requested depth changed: set New (0) and Update (1) to the quantity of the row, remove Delete (2). Rows of one event share an MDUpdateId, higher than any before. Fifty a second at most; a slow reader receives several changes as one.',
    schema: list(level2RowShape).schema,
    example: [
      [902, 1, 1793000005000, 1, 61500.5, 1, 61500.5, 1, 0.03, 0],
      [902, 0, 1793000005000, 2, 61500.5, 0, 61501, 1, 0, 1],
    ],
  },
  {
    name: 'TradeDataUpdateEvent',
    subscriptions: ['SubscribeTrades'],
    when: 'The trades of one or more matches, oldest first.',
    schema: list(publicTradeRowShape).schema,
    example: [[18045, 1, 0.0025, 61500.5, 5120, 5098, 1793000005000, 0, 0, 0, 41]],
  },
  {
    name: 'TickerDataUpdateEvent',
    subscriptions: ['SubscribeTicker'],
    when: 'A candle closed, also one without trades. The running candle is never sent.',
    schema: list(tickerRowShape).schema,
    example: [[1793000040000, 61510, 61490, 61495.5, 61500.5, 0.81, 61500.5, 61501, 1, 1792999980000]],
  },
  {
    name: 'OrderTradeEvent',
    subscriptions: account,
    when: 'An order of the account traded. Of one match this comes first, then the order, then the positions.',
    schema: accountTradeShape.schema,
    example: {},
  },
  {
    name: 'OrderStateEvent',
    subscriptions: orders,
    when: 'An order of the account was accepted, changed or filled, or ended.',
    schema: orderShape.schema,
    example: { OrderId: 5120 },
  },
  {
    name: 'AccountPositionEvent',
    subscriptions: account,
    when: 'Amount or hold of a product changed. Of several simultaneous changes only the last state is sent.',
    schema: positionShape.schema,
    example: {},
  },
  {
    name: 'NewOrderRejectEvent',
    subscriptions: account,
    when: 'An order was refused by the engine.',
    schema: newOrderRejectShape.schema,
    example: { ...rejected, ClientOrderId: 41, RejectReason: 'Not_Enough_Funds' },
  },
  {
    name: 'CancelOrderRejectEvent',
    subscriptions: account,
    when: 'A cancel was refused.',
    schema: cancelOrderRejectShape.schema,
    example: { ...rejected, OrderId: 5120, OrderType: 'Unknown', RejectReason: 'Order Not Found' },
  },
  {
    name: 'CancelReplaceOrderRejectEvent',
    subscriptions: account,
    when: 'A replacement was refused; the order to be replaced is unchanged.',
    schema: cancelReplaceOrderRejectShape.schema,
    example: {
      ...rejected,
      OrderIdToReplace: 5120,
      OrderType: 'Limit',
      TimeInForce: 'GTC',
      RejectReason: 'Not_Enough_Funds',
    },
  },
  {
    name: 'CancelAllOrdersRejectEvent',
    subscriptions: account,
    when: 'A cancel of all orders was refused.',
    schema: cancelAllOrdersRejectShape.schema,
    example: { ...rejected, RejectReason: 'Account_Frozen' },
  },
  {
    name: 'MarketStateUpdate',
    subscriptions: account,
    when: 'The session of an instrument changed.',
    schema: marketStateShape.schema,
    example: {
      ExchangeId: 1,
      VenueInstrumentId: 1,
      Action: 'Pause',
      PreviousStatus: 'Running',
      NewStatus: 'Paused',
      Reason: 'Maintenance',
    },
  },
  {
    name: 'PendingDepositUpdate',
    subscriptions: account,
    when: 'The amount of a product in pending deposits to the account changed.',
    schema: pendingDepositShape.schema,
    example: { AssetId: 1, TotalPendingDepositValue: 0.01 },
  },
  {
    name: 'DepositTicketUpdateEvent',
    subscriptions: account,
    when: 'A deposit ticket was created or changed, or has one more confirmation.',
    schema: depositTicketShape.schema,
    example: { Status: 'Pending' },
  },
  {
    name: 'DepositEvent',
    subscriptions: account,
    when: 'A deposit was credited.',
    schema: creditedDepositShape.schema,
    example: { Quantity: 0.01 },
  },
  {
    name: 'WithdrawTicketUpdateEvent',
    subscriptions: account,
    when: 'A withdraw ticket was created or changed.',
    schema: withdrawTicketShape.schema,
    example: {},
  },
  {
    name: 'TransactionEvent',
    subscriptions: account,
    when: 'An entry was posted to the account.',
    schema: transactionShape.schema,
    example: {},
  },
  {
    name: 'AccountInfoUpdateEvent',
    subscriptions: account,
    when: 'The account itself changed.',
    schema: accountInfoShape.schema,
    example: {},
  },
  {
    name: 'VerificationLevelUpdateEvent',
    subscriptions: account,
    when: 'The verification level changed.',
    schema: verificationLevelShape.schema,
    example: { VerificationLevel: 2 },
  },
  {
    name: 'LogoutEvent',
    subscriptions: [],
    when: 'The session of the socket ended elsewhere. The socket stays open and is anonymous; account events have ended.',
    schema: object({}).schema,
    example: {},
  },
];
