/** The server's known messages for a refused order, as translation keys. Others are shown as received. */
const known = {
  Not_Enough_Funds: 'swap.errors.notEnoughFunds',
  No_Market: 'swap.errors.noMarket',
  Quantity_Below_Minimum: 'swap.errors.belowMinimum',
  Invalid_Quantity: 'swap.errors.belowMinimum',
  Invalid_Quantity_Increment: 'swap.errors.belowMinimum',
  Market_Not_Running: 'swap.errors.marketPaused',
  Account_Frozen: 'swap.errors.frozen',
  Verification_Level_Too_Low: 'swap.errors.levelTooLow',
} as const;

export type RefusalKey = (typeof known)[keyof typeof known];

export function refusalKey(message: string | null): RefusalKey | null {
  return message !== null && message in known ? known[message as keyof typeof known] : null;
}
