/**
 * Calls of the family that this exchange knows and does not offer: error 106, told to those who might make them if it did.
 *
 * They are no part of the API documents.
 */
import { genericShape, refused } from '@salar/protocol/wire/index';
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
    'RegisterNewDevice', // a device is known by signing in with it
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
  // Wallets have an address, and what came in by bank is booked from its statement: no deposit begins with a ticket of the customer's.
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

/** @returns error 106, to whoever was let in */
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

/** A call that another door offers: whoever might make it there is told error 106 here. */
export function toNotOffered(call: Call): Call {
  return { ...call, answer: refuseNotSupported };
}
