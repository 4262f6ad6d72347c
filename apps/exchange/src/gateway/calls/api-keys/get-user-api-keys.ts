import { shape } from '@salar/protocol/wire';
import { findNotionalProduct } from '@salar/services/accounts/notional-product';
import { toApiKeyRow, apiKeyShape } from '../../wire-rows/api-key-row.ts';
import { sessionCall } from './chapter-calls.ts';

export const getUserApiKeys = sessionCall({
  name: 'GetUserAPIKeys',
  permissions: [],
  subject: { UserId: 'ownUser' },
  input: {},
  output: shape.list(apiKeyShape),
  rate: 'read',
  about: "The customer's API keys, oldest first, without their secrets.",
  example: {
    input: { UserId: 17 },
    output: [
      {
        APIKey: 'aa11bb22cc33dd44ee55ff6600112233',
        APISecret: '',
        UserId: 17,
        Permissions: ['Trading'],
        IpWhiteList: '',
      },
    ],
  },
  async run({ services, user }) {
    const keys = await services.access.apiKeys.list(user);
    const notional = await services.engine.read(findNotionalProduct);
    return keys.map((key) => ({ ...toApiKeyRow(key, user, notional), APISecret: '' }));
  },
});
