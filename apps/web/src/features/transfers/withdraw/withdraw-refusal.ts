/** The server's known details of a refused withdrawal, as translation keys. Others are shown as received. */
const known = {
  'Insufficient Balance': 'transfers.withdraw.errors.insufficientBalance',
  'Verification level too low': 'transfers.withdraw.errors.levelTooLow',
  'Identity must be verified again': 'transfers.withdraw.errors.verifyAgain',
  'Daily withdraw limit exceeded': 'transfers.withdraw.errors.dailyLimit',
  'Monthly withdraw limit exceeded': 'transfers.withdraw.errors.monthlyLimit',
  'Amount is below the minimum': 'transfers.withdraw.errors.belowMinimum',
  'Amount does not cover the fee': 'transfers.withdraw.errors.feeNotCovered',
  'Amount is finer than this payment system moves': 'transfers.withdraw.errors.tooPrecise',
  'Amount is above the maximum of this payment system': 'transfers.withdraw.errors.aboveMaximum',
  'Nothing was done, please try again': 'transfers.withdraw.errors.interrupted',
  'Invalid destination address': 'transfers.withdraw.errors.destination',
  'Destination address is not allowed': 'transfers.withdraw.errors.destinationRefused',
  'Withdrawals of this product are halted': 'transfers.withdraw.errors.halted',
  'Withdrawals on this network are halted': 'transfers.withdraw.errors.networkHalted',
  'Account is frozen': 'transfers.withdraw.errors.frozen',
  'Passkey signature expired, please sign again': 'transfers.withdraw.errors.signatureExpired',
  'Passkey signature is not for this withdrawal': 'transfers.withdraw.errors.signatureRefused',
  'Invalid passkey signature': 'transfers.withdraw.errors.signatureRefused',
} as const;

export type RefusalKey = (typeof known)[keyof typeof known];

export function toRefusalKey(detail: string | null): RefusalKey | null {
  return detail !== null && detail in known ? known[detail as keyof typeof known] : null;
}
