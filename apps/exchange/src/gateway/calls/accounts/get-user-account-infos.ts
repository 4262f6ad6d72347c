import { accountInfoShape, shape } from '@salar/protocol/wire';
import { toAccountInfoRow } from '../../wire-rows/account-rows.ts';
import { sessionCall } from './chapter-calls.ts';

export const getUserAccountInfos = sessionCall({
  name: 'GetUserAccountInfos',
  permissions: ['Trading', 'AccountReadOnly'],
  subject: { UserId: 'ownUser', AccountId: 'ownAccount' },
  input: {},
  output: shape.list(accountInfoShape),
  rate: 'read',
  about: 'The accounts of the user with their verification levels, the default account first.',
  example: { input: { OMSId: 1, UserId: 17 }, output: [{ OMSID: 1, AccountId: 1031, VerificationLevel: 1 }] },
  async run({ services, user }) {
    return services.engine.read((view) => [toAccountInfoRow(user, view.account(user.accountId))]);
  },
});
