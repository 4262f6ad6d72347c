import { shape } from '@salar/protocol/wire';
import { sessionCall } from './chapter-calls.ts';

export const getUserAccounts = sessionCall({
  name: 'GetUserAccounts',
  permissions: ['Trading', 'AccountReadOnly'],
  subject: { UserId: 'ownUser' },
  input: {},
  output: shape.list(shape.integer),
  rate: 'read',
  about: 'The ids of the accounts of the user, the default account first.',
  example: { input: { OMSId: 1, UserId: 17 }, output: [1031] },
  run({ accountId }) {
    return Promise.resolve([accountId]);
  },
});
