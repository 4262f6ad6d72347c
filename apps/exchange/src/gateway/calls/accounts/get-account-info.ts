import { accountInfoShape } from '@salar/protocol/wire';
import { toAccountInfoRow } from '../../wire-rows/account-rows.ts';
import { sessionCall } from './chapter-calls.ts';

export const getAccountInfo = sessionCall({
  name: 'GetAccountInfo',
  permissions: ['Trading', 'AccountReadOnly'],
  subject: { UserId: 'ownUser', AccountId: 'ownAccount' },
  input: {},
  output: accountInfoShape,
  rate: 'read',
  about: 'One account with its verification level.',
  example: {
    input: { OMSId: 1, AccountId: 1031 },
    output: { OMSID: 1, AccountId: 1031, VerificationLevel: 1 },
  },
  async run({ services, user }) {
    return services.engine.read((view) => toAccountInfoRow(user, view.account(user.accountId)));
  },
});
