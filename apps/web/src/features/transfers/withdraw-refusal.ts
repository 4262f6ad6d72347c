/** The server's known details of a refused withdrawal, as keys of our texts. Others are shown as received. */
const known = {
  'Insufficient Balance': 'ramping.withdraw.errors.insufficientBalance',
  'Verification level too low': 'ramping.withdraw.errors.levelTooLow',
  'Daily withdraw limit exceeded': 'ramping.withdraw.errors.dailyLimit',
  'Monthly withdraw limit exceeded': 'ramping.withdraw.errors.monthlyLimit',
  'Amount is below the minimum': 'ramping.withdraw.errors.belowMinimum',
  'Amount does not cover the fee': 'ramping.withdraw.errors.feeNotCovered',
  'Amount is finer than this payment system moves': 'ramping.withdraw.errors.tooPrecise',
  'Amount is above the maximum of this payment system': 'ramping.withdraw.errors.aboveMaximum',
  'Nothing was done, please try again': 'ramping.withdraw.errors.interrupted',
  'Invalid destination address': 'ramping.withdraw.errors.destination',
  'Destination address is not allowed': 'ramping.withdraw.errors.destinationRefused',
  'Withdrawals of this product are halted': 'ramping.withdraw.errors.halted',
  'Account is frozen': 'ramping.withdraw.errors.frozen',
} as const;

export type RefusalKey = (typeof known)[keyof typeof known];

export function refusalKey(detail: string | null): RefusalKey | null {
  return detail !== null && detail in known ? known[detail as keyof typeof known] : null;
}
