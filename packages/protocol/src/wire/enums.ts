/** Enumerations of the wire: the number of each name. Answers carry names; requests may carry either. */
export const sides = { Buy: 0, Sell: 1, Short: 2, Unknown: 3 } as const;
export const orderTypes = {
  Unknown: 0,
  Market: 1,
  Limit: 2,
  StopMarket: 3,
  StopLimit: 4,
  TrailingStopMarket: 5,
  TrailingStopLimit: 6,
  BlockTrade: 7,
} as const;
export const timesInForce = { Unknown: 0, GTC: 1, OPG: 2, IOC: 3, FOK: 4, GTX: 5, GTD: 6 } as const;
export const pegPriceTypes = { Unknown: 0, Last: 1, Bid: 2, Ask: 3, Midpoint: 4 } as const;
export const orderStates = {
  Unknown: 0,
  Working: 1,
  Rejected: 2,
  Canceled: 3,
  Expired: 4,
  FullyExecuted: 5,
} as const;
export const makerTakers = { Unknown: 0, Maker: 1, Taker: 2 } as const;
export const transactionTypes = {
  Fee: 1,
  Trade: 2,
  Other: 3,
  Reverse: 4,
  Hold: 5,
  Rebate: 6,
  MarginAcquisition: 7,
  MarginRelinquishByTrade: 8,
  MarginInterestTransfer: 9,
  MarginOperatorTransferToMarginAccount: 10,
  MarginOperatorTransferToAssetAccount: 11,
  MarginUserTransfer: 12,
  MarginRelinquishByTransfer: 13,
  MarginRelinquishByReverseTrade: 14,
  Distribution: 15,
  Payment: 16,
  OperatorLend: 21,
  OperatorReceived: 22,
  Rebalance: 23,
  Commission: 24,
  AirDrop: 25,
} as const;
export const referenceTypes = {
  Trade: 1,
  Deposit: 2,
  Withdraw: 3,
  Transfer: 4,
  OrderHold: 5,
  WithdrawHold: 6,
  DepositHold: 7,
  MarginHold: 8,
  ManualHold: 9,
  ManualEntry: 10,
  MarginAcquisition: 11,
  MarginRelinquish: 12,
  MarginInterestNetting: 13,
  MarginOperatorTransferToMarginAccount: 14,
  MarginOperatorTransferToAssetAccount: 15,
  MarginUserTransfer: 16,
  MarginPositionReverseTrade: 17,
  AffiliateRebate: 18,
  DistributionEntry: 19,
  TransferHold: 20,
  AirDrop: 21,
} as const;
export const instrumentStates = { Active: 0, Both: 1, Inactive: 2 } as const;
