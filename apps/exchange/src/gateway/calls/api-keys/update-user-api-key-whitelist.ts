import { required } from '@salar/protocol/wire';
import { findNotionalProduct } from '@salar/services/accounts/notional-product';
import { isRecentlyAuthenticated } from '@salar/services/sessions/session-service';
import { reauthenticationRequired } from '../../call.ts';
import {
  refuseAddresses,
  addressListField,
  apiKeyField,
  toApiKeyRow,
  apiKeyShape,
  keyUnknown,
} from '../../wire-rows/api-key-row.ts';
import { sessionCall } from './chapter-calls.ts';

export const updateUserApiKeyWhitelist = sessionCall({
  name: 'UpdateUserAPIKeyWhitelist',
  permissions: [],
  isMoneyCall: true,
  subject: { UserId: 'ownUser', APIKey: 'ownKey' },
  input: { APIKey: required(apiKeyField), IpWhiteList: addressListField() },
  output: apiKeyShape,
  rate: 'tickets',
  repeats: 'a day',
  about:
    'Replaces the addresses that an API key works from; without IpWhiteList it works from any. It takes effect with the next request of the key. A list that allows an address which the former one did not requires a recent re-authentication.',
  example: {
    input: { UserId: 17, APIKey: 'aa11bb22cc33dd44ee55ff6600112233', IpWhiteList: '203.0.113.9' },
    output: {
      APIKey: 'aa11bb22cc33dd44ee55ff6600112233',
      APISecret: null,
      UserId: 17,
      Permissions: ['Trading'],
      Nonce: 0,
      IpWhiteList: '203.0.113.9',
    },
  },
  async run({ services, request, session, user }, { APIKey, IpWhiteList }) {
    const changed = await services.access.apiKeys.replaceAddresses({
      user,
      apiKey: APIKey,
      addresses: IpWhiteList ?? [],
      origin: request.origin,
      isProved: isRecentlyAuthenticated(session, services.now()),
    });
    if (changed.ok) {
      const notional = await services.engine.read(findNotionalProduct);
      return { ...toApiKeyRow(changed.value, user, notional), APISecret: null, Nonce: 0 };
    }
    if (changed.refusal === 'proof_needed') return reauthenticationRequired;
    return changed.refusal === 'key_unknown' ? keyUnknown : refuseAddresses(changed);
  },
});
