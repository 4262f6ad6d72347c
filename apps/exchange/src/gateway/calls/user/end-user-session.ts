import { genericShape, required, textField } from '@salar/protocol/wire';
import { done, refuseCall } from '../../call.ts';
import { sessionCall } from './chapter-calls.ts';

export const endUserSession = sessionCall({
  name: 'EndUserSession',
  permissions: [],
  needsRecentAuth: true,
  input: { SessionId: required(textField(36)) },
  output: genericShape,
  rate: 'tickets',
  about: 'Ends one session of the user at once, by its id from GetUserSessions.',
  example: {
    input: { SessionId: '6c0d3f1e-2b5a-4f7e-9a51-0d1b2c3d4e5f' },
    output: { result: true, errormsg: null, errorcode: 0, detail: null },
  },
  async run({ services, request, user }, { SessionId }) {
    const ended = await services.access.customerSessions.end(user, SessionId, request.origin);
    return ended.ok ? done : refuseCall('notAuthorized');
  },
});
