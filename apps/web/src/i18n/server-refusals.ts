/**
 * What the exchange says when it refuses a request, as texts of ours in the customer's language. The one table for every
 * place that shows `errormsg` or `detail`; a text that is not here is shown as received (product spec, section 8).
 *
 * The table is not part of the first visit: pages translate through `refusals.ts`, which loads it.
 */
import type { ParseKeys, TFunction } from 'i18next';

const known = {
  'Invalid or expired code': 'refusals.expiredCode',
  'This level is reached already': 'refusals.levelReached',
  'This level is for legal entities only': 'refusals.legalEntitiesOnly',
  'Invalid destination address': 'refusals.destinationInvalid',
  'Destination address is not allowed': 'refusals.destinationRefused',
  'Destination already exists': 'refusals.destinationExists',
  'Too many saved destinations': 'refusals.tooManyDestinations',
  'Too many API keys': 'refusals.tooManyKeys',
  'Too many comments on this ticket': 'refusals.tooManyComments',
  'Too many passkeys': 'refusals.tooManyPasskeys',
  'Withdraw ticket already processed': 'refusals.processed',
  'Resource Not Found': 'refusals.notFound',
  'Order Not Found': 'refusals.notFound',
  'Instrument not Found': 'refusals.notFound',
  'Key not found': 'refusals.notFound',
  AccountWithdrawInfoId: 'refusals.notFound',
  'Withdraw Ticket not found for OmsId, AccountId, RequestCode': 'refusals.notFound',
  'Wallet already linked to another account': 'refusals.linkedElsewhere',
  'User already linked to another account': 'refusals.linkedElsewhere',
  'Account already linked': 'refusals.linked',
  'This link was not asked for': 'refusals.linkNotRequested',
  'Verification level too low': 'refusals.levelTooLow',
  'This verification was rejected for good': 'refusals.refusedForGood',
  'This level was refused for good. Please write to support.': 'refusals.refusedForGood',
  'This request has its 30 files already': 'refusals.filesLimit',
  'The files of this request are more than 100 MB': 'refusals.filesLimit',
  'This request cannot be changed now': 'refusals.requestLocked',
  'This level is not verified online': 'refusals.levelElsewhere',
  'This level is asked for with a form elsewhere': 'refusals.levelElsewhere',
  'This document is too old or its day is not one': 'refusals.documentTooOld',
  'A document is too old by now': 'refusals.documentTooOld',
  'This TaxIdNumber is in use by another account': 'refusals.taxIdTaken',
  'The source-of-funds form is not complete': 'refusals.incomplete',
  'Documents are missing': 'refusals.incomplete',
  'Not all required fields are provided': 'refusals.incomplete',
  'The file is too large': 'refusals.fileTooLarge',
  'The file is empty': 'refusals.fileEmpty',
  'Only PDF, JPEG, PNG and WebP files are taken': 'refusals.fileKind',
  'Re-authentication required': 'refusals.confirmIdentity',
  'Nothing was done, please try again': 'refusals.tryAgain',
  'Service Unavailable': 'refusals.tryAgain',
  'Operation In Process': 'refusals.tryAgain',
  'Server Error': 'refusals.tryAgain',
  'No reset is planned': 'refusals.noReset',
  'No reference price for this product': 'refusals.noPrice',
  'Daily withdraw limit exceeded': 'refusals.dailyLimit',
  'Monthly withdraw limit exceeded': 'refusals.monthlyLimit',
  'Levels are verified in order': 'refusals.levelsInOrder',
  'Level 1 comes first': 'refusals.levelsInOrder',
  'Insufficient Balance': 'refusals.insufficientBalance',
  'Identity verification is not available now': 'refusals.verificationAway',
  'Brazilian verification is not available now': 'refusals.verificationAway',
  'Amount is finer than this payment system moves': 'refusals.amountTooFine',
  'Amount is below the minimum': 'refusals.amountTooSmall',
  'Amount is above the maximum of this payment system': 'refusals.amountTooLarge',
  'Amount does not cover the fee': 'refusals.feeNotCovered',
  'Account is frozen': 'refusals.frozen',
  'Withdrawals of this product are halted': 'refusals.halted',
  'API keys withdraw to saved and confirmed destinations only': 'refusals.savedOnly',
  '2FA is not enabled': 'refusals.factorOff',
  '2FA already enabled': 'refusals.factorOn',
  'Too many wrong codes today. Please try again tomorrow.': 'refusals.tooManyCodesToday',
  'Too many codes. Please sign in again.': 'refusals.signInAgain',
  'Your sign-in has expired. Please sign in again.': 'refusals.signInAgain',
  'Invalid passkey': 'refusals.passkeyInvalid',
  'UserName must have at most 40 characters': 'refusals.userNameLength',
  'UserName must have at least 3 characters': 'refusals.userNameLength',
  'UserName may hold letters, digits, dots, dashes and underscores': 'refusals.userNameCharacters',
  'UserName must be written in one alphabet': 'refusals.userNameCharacters',
  'Password must not be your user name or e-mail': 'refusals.passwordOwnName',
  'Password must not be a word of this product': 'refusals.passwordCommon',
  'Password is too common': 'refusals.passwordCommon',
  'Password must have at most 256 bytes': 'refusals.passwordLength',
  'Password must have at least 6 characters': 'refusals.passwordLength',
  'Not Authorized': 'refusals.notAllowed',
  'Operation Not Supported': 'refusals.notSupported',
  'Username already exists.': 'errors.userNameAlreadyExists',
  'User Email already exists.': 'errors.userEmailAlreadyExists',
  'Invalid Email': 'errors.invalidEmail',
  'ClientRequestId was used for another request': 'refusals.requestReused',
  'Quantity must be above zero and at most what is left': 'refusals.quantityLeft',
  'Account locked. Please contact support.': 'errors.accountLocked',
  'Passkey already added': 'refusals.passkeyExists',
  'Invalid 2FA code': 'errors.2faInvalid',
  'Invalid username or password': 'errors.loginFailed',
  'Email not verified': 'errors.emailNotVerified',
} as const satisfies Readonly<Record<string, ParseKeys>>;

/** Texts that carry a value; the first group is shown. The most general one comes last. */
const patterns = [
  [/^Invalid IP address: (?<value>.*)$/s, 'refusals.ipInvalid'],
  [/^Try again in (?<value>\d+) s$/, 'refusals.tryAgainIn'],
  [/ (?:is|are) Required$/, 'refusals.required'],
  [/^Invalid /, 'refusals.invalid'],
] as const;

/** Translates a refusal of the exchange; null for a text that nobody has translated. */
export function translateRefusal(text: string, t: TFunction): string | null {
  if (Object.hasOwn(known, text)) return t(known[text as keyof typeof known]);
  for (const [pattern, key] of patterns) {
    const match = pattern.exec(text);
    if (match) return t(key, { value: match.groups?.['value'] ?? '' });
  }
  return null;
}
