import { genericShape, required } from '@salar/protocol/wire';
import { done } from '../../call.ts';
import { apiKeyField, keyUnknown } from '../../wire-rows/api-key-row.ts';
import { sessionCall } from './chapter-calls.ts';

export const removeUserApiKey = sessionCall({
  name: 'RemoveUserAPIKey',
  permissions: [],
  subject: { UserId: 'ownUser', APIKey: 'ownKey' },
  input: { APIKey: required(apiKeyField) },
  output: genericShape,
  rate: 'tickets',
  repeats: 'a day',
  about: 'Deletes an API key permanently and ends the sessions that it opened.',
  example: {
    input: { UserId: 17, APIKey: 'aa11bb22cc33dd44ee55ff6600112233' },
    output: { result: true, errormsg: null, errorcode: 0, detail: null },
  },
  async run({ services, request, user }, { APIKey: apiKey }) {
    const removed = await services.access.apiKeys.remove({ user, apiKey, origin: request.origin });
    return removed.ok ? done : keyUnknown;
  },
});
