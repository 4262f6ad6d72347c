import { decimalField, required } from '@salar/protocol/wire';
import { findNotionalProduct } from '@salar/services/accounts/notional-product';
import { isRecentlyAuthenticated } from '@salar/services/sessions/session-service';
import { reauthenticationRequired } from '../../call.ts';
import {
  apiKeyField,
  apiKeyShape,
  dailyNotionalInvalid,
  keyUnknown,
  readDailyNotional,
  toApiKeyRow,
} from '../../wire-rows/api-key-row.ts';
import { sessionCall } from './chapter-calls.ts';

export const updateUserApiKeyDailyNotional = sessionCall({
  name: 'UpdateUserAPIKeyDailyNotional',
  permissions: [],
  isMoneyCall: true,
  subject: { UserId: 'ownUser', APIKey: 'ownKey' },
  input: { APIKey: required(apiKeyField), DailyNotional: decimalField() },
  output: apiKeyShape,
  rate: 'tickets',
  repeats: 'a day',
  about:
    'Replaces the most that an API key trades in a day (UTC), in pesos; without DailyNotional the default of the exchange applies. It takes effect with the next request of the key. A higher limit requires a recent re-authentication.',
  example: {
    input: { UserId: 17, APIKey: 'aa11bb22cc33dd44ee55ff6600112233', DailyNotional: '50000000' },
    output: {
      APIKey: 'aa11bb22cc33dd44ee55ff6600112233',
      APISecret: null,
      UserId: 17,
      Permissions: ['Trading'],
      Nonce: 0,
      IpWhiteList: '203.0.113.9',
      DailyNotional: 50_000_000,
    },
  },
  async run({ services, request, session, user }, { APIKey, DailyNotional }) {
    const notional = await services.engine.read(findNotionalProduct);
    const dailyNotional = readDailyNotional(DailyNotional, notional);
    if (!dailyNotional.ok) return dailyNotionalInvalid;
    const changed = await services.access.apiKeys.changeDailyNotional({
      user,
      apiKey: APIKey,
      dailyNotional: dailyNotional.value,
      origin: request.origin,
      isProved: isRecentlyAuthenticated(session, services.now()),
    });
    if (changed.ok) return { ...toApiKeyRow(changed.value, user, notional), APISecret: null, Nonce: 0 };
    return changed.refusal === 'proof_needed' ? reauthenticationRequired : keyUnknown;
  },
});
