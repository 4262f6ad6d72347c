import type { Product } from '@salar/engine';
import { booleanField, decimalField, listField, required } from '@salar/protocol/wire';
import { findNotionalProduct } from '@salar/services/accounts/notional-product';
import type { NewApiKey } from '@salar/services/api-keys/api-key-service';
import type { User } from '@salar/store/tables/customers/users';
import { refuseCall } from '../../call.ts';
import {
  refuseAddresses,
  addressListField,
  toApiKeyRow,
  apiKeyShape,
  dailyNotionalInvalid,
  readDailyNotional,
  permissionField,
  readPermissions,
  withdrawNeedsSignedRequests,
} from '../../wire-rows/api-key-row.ts';
import { sessionCall } from './chapter-calls.ts';

export const addUserApiKey = sessionCall({
  name: 'AddUserAPIKey',
  permissions: [],
  needsRecentAuth: true,
  subject: { UserId: 'ownUser' },
  input: {
    Permissions: required(listField(permissionField)),
    IpWhiteList: addressListField(),
    SignedRequestsOnly: booleanField(),
    DailyNotional: decimalField(),
  },
  output: apiKeyShape,
  rate: 'tickets',
  repeats: 'a day',
  about:
    'Creates an API key and returns its secret, once, with a Nonce to sign the first request with. IpWhiteList holds addresses and networks (203.0.113.9, 203.0.113.0/24, 2001:db8::/64), at most 20, separated by commas or as a list; without it the key works from any address. At most 20 keys. The key accepts only signatures that cover the request. With SignedRequestsOnly false, for clients of the family, it accepts theirs too, its secret has 32 digits instead of 64, and it cannot have Withdraw. DailyNotional is the most that it trades in a day (UTC), in pesos; without it the default of the exchange applies.',
  example: {
    input: { UserId: 17, Permissions: ['Trading'], IpWhiteList: '203.0.113.9, 198.51.100.0/24' },
    output: {
      APIKey: 'aa11bb22cc33dd44ee55ff6600112233',
      APISecret: '0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef',
      UserId: 17,
      Permissions: ['Trading'],
      Nonce: 1793000000123,
      IpWhiteList: '203.0.113.9,198.51.100.0/24',
      SignedRequestsOnly: true,
    },
  },
  async run({ services, request, user, keyed }, input) {
    const permissions = readPermissions(input.Permissions);
    if (permissions === null) return refuseCall('invalidRequest', 'Invalid Permissions');
    const addresses = input.IpWhiteList ?? [];
    const notional = await services.engine.read(findNotionalProduct);
    const dailyNotional = readDailyNotional(input.DailyNotional, notional);
    if (!dailyNotional.ok) return dailyNotionalInvalid;
    const added = await services.access.apiKeys.add({
      user,
      permissions,
      addresses,
      origin: request.origin,
      signedRequestsOnly: input.SignedRequestsOnly ?? true,
      dailyNotional: dailyNotional.value,
      ...(keyed && {
        onAdded: (tx, key) => keyed.keep(tx, apiKeyShape.write(newKeyRow(key, user, notional), '')),
      }),
    });
    if (added.ok) return newKeyRow(added.value, user, notional);
    if (added.refusal === 'too_many_keys') return refuseCall('operationFailed', 'Too many API keys');
    if (added.refusal === 'withdraw_needs_signed_requests') return withdrawNeedsSignedRequests;
    if (added.refusal === 'customer_changed') return refuseCall('notAuthorized');
    return refuseAddresses(added);
  },
});

/** Converts a new key to a row with its secret and a first nonce, which no other answer contains. */
function newKeyRow(key: NewApiKey, user: User, notional: Product | null) {
  return { ...toApiKeyRow(key, user, notional), APISecret: key.secret, Nonce: key.nonce };
}
