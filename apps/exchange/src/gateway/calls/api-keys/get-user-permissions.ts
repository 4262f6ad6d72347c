import { shape } from '@salar/protocol/wire';
import { keyPermissions } from '@salar/services/api-keys/key-permissions';
import { sessionCall } from './chapter-calls.ts';

export const getUserPermissions = sessionCall({
  name: 'GetUserPermissions',
  permissions: [],
  subject: { UserId: 'ownUser' },
  input: {},
  output: shape.list(shape.text),
  rate: 'read',
  about: 'The permissions of the customer, which they may give to an API key.',
  example: { input: { UserId: 17 }, output: [...keyPermissions] },
  run: () => Promise.resolve(keyPermissions),
});
