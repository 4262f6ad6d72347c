/** Socket events of an account, in addition to the objects that calls return (wire-protocol 17.6). */
import { boolean, integer, number, object, text } from './shapes.ts';

/** Answers of the account subscriptions: one key per generation of the API family. */
export const subscribedShape = object({ Subscribed: boolean, Subscribe: boolean });
export const unsubscribedShape = object({ UnSubscribed: boolean });

export const newOrderRejectShape = object({
  OMSId: integer,
  AccountId: integer,
  ClientOrderId: integer,
  Status: text,
  RejectReason: text,
});

export const cancelOrderRejectShape = object({
  OMSId: integer,
  AccountId: integer,
  OrderId: integer,
  OrderRevision: integer,
  OrderType: text,
  InstrumentId: integer,
  Status: text,
  RejectReason: text,
});

export const cancelReplaceOrderRejectShape = object({
  OMSId: integer,
  AccountId: integer,
  OrderId: integer,
  ClientOrderId: integer,
  LimitPrice: number,
  OrderIdOCO: integer,
  OrderType: text,
  PegPriceType: text,
  OrderIdToReplace: integer,
  InstrumentId: integer,
  ReferencePrice: number,
  Quantity: number,
  Side: text,
  StopPrice: number,
  TimeInForce: text,
  Status: text,
  RejectReason: text,
});

export const cancelAllOrdersRejectShape = object({
  OMSId: integer,
  AccountId: integer,
  InstrumentId: integer,
  Status: text,
  RejectReason: text,
});

export const marketStateShape = object({
  ExchangeId: integer,
  VenueAdapterId: integer,
  VenueInstrumentId: integer,
  Action: text,
  PreviousStatus: text,
  NewStatus: text,
  Reason: text,
  ExchangeDateTime: text,
});

export const pendingDepositShape = object({
  AccountId: integer,
  AssetId: integer,
  TotalPendingDepositValue: number,
});

export const creditedDepositShape = object({
  OMSId: integer,
  AccountId: integer,
  ProductId: integer,
  Quantity: number,
  SubAccountId: integer,
});

export const verificationLevelShape = object({ VerificationLevel: integer, AccountId: integer });
