/**
 * Calls of the family that this exchange recognises but does not offer. A caller who would be allowed to make them
 * gets error 106.
 *
 * They are not part of the API documents.
 */
import { genericShape, refused } from '@salar/protocol/wire';
import type { KeyPermission } from '@salar/services/api-keys/key-permissions';
import { refuseCall, publicCall, sessionCall } from '../call.ts';
import type { Call } from '../call.ts';

const customerOnly: readonly KeyPermission[] = [];
const reading: readonly KeyPermission[] = ['Trading', 'AccountReadOnly'];

const publicNames = [
  'Activate2FA',
  'SSOEnsureUser',
  'OAuthAuthenticateUser',
  'OAuthLogout',
  'OAuthValidateMfa',
];

const sessionNames: readonly (readonly [permissions: readonly KeyPermission[], ...names: string[]])[] = [
  [
    customerOnly,
    'EnableXP2FA',
    'EnableYubico2FA',
    'GetGoogle2FARecoveryKey',
    'ValidateUserRegistration',
    'GetAvailablePermissionList',
    'GetUserMarketDataPermissions',
    'SetAccountConfig',
    'RegisterNewDevice', // a device is registered by signing in with it
  ],
  [reading, 'GetUserAffiliateTag', 'GetUserAffiliateCount'],
  [['Trading'], 'AddUserAffiliateTag', 'UpdateUserAffiliateTag'],
  [
    reading,
    'GenerateTradeActivityReport',
    'GenerateTransactionActivityReport',
    'GenerateTreasuryActivityReport',
    'ScheduleTradeActivityReport',
    'ScheduleTransactionActivityReport',
    'ScheduleTreasuryActivityReport',
    'CancelUserReport',
    'GetUserReportWriterResultRecords',
  ],
  [['Trading'], 'CreateQuote', 'UpdateQuote', 'CancelQuote', 'SubmitBlockTrade'],
  // Wallets have an address, and bank deposits are booked from the bank statement: no deposit starts with a ticket
  // that the customer creates.
  [['Trading', 'Deposit'], 'CreateDepositTicket'],
  [['Trading', 'Deposit'], 'AddDepositTicketAttachment', 'GetDepositTicketAttachment'],
  [['Trading', 'Withdraw'], 'AddWithdrawTicketAttachment', 'GetWithdrawTicketAttachment'],
  [['Withdraw'], 'TransferFunds', 'RequestTransferFunds'],
  [reading, 'GetBadgeAccount', 'GetAccountConfig', 'GetAllAccountConfigs', 'GetAccountInstrumentStatistics'],
];

const sharedDeclaration = {
  input: {},
  output: genericShape,
  rate: 'read',
  about: 'Not offered here.',
  example: { input: {}, output: refused('notSupported') },
} as const;

/** @returns error 106, for a caller who passed the guard */
const refuseNotSupported = () => Promise.resolve(refuseCall('notSupported'));

export const notOffered: readonly Call[] = [
  ...publicNames.map((name) => publicCall({ ...sharedDeclaration, name, run: refuseNotSupported })),
  ...sessionNames.flatMap(([permissions, ...names]) =>
    names.map((name) =>
      sessionCall({
        ...sharedDeclaration,
        name,
        permissions,
        subject: { AccountId: 'ownAccount', UserId: 'ownUser' },
        run: refuseNotSupported,
      }),
    ),
  ),
];

/**
 * Replaces a call by one that is not offered, for a transport that does not offer it: an authorised caller gets error
 * 106.
 */
export function toNotOffered(call: Call): Call {
  return { ...call, answer: refuseNotSupported };
}
