import { genericShape } from '@salar/protocol/wire';
import { done } from '../../call.ts';
import { sessionCall } from './chapter-calls.ts';

export const endOtherUserSessions = sessionCall({
  name: 'EndOtherUserSessions',
  permissions: [],
  needsRecentAuth: true,
  input: {},
  output: genericShape,
  rate: 'tickets',
  about: 'Ends every session of the user except the requesting one, including those of API keys.',
  example: { input: {}, output: { result: true, errormsg: null, errorcode: 0, detail: null } },
  async run({ services, request, session }) {
    await services.access.customerSessions.endOthers(session, request.origin);
    return done;
  },
});
