import { genericShape } from '@salar/protocol/wire/index';
import { done, sessionCall } from '../../call.ts';

export const endOtherUserSessions = sessionCall({
  name: 'EndOtherUserSessions',
  permissions: [],
  input: {},
  output: genericShape,
  rate: 'tickets',
  about: 'Ends every session of the user but the one that asks, those of API keys too.',
  example: { input: {}, output: { result: true, errormsg: null, errorcode: 0, detail: null } },
  async run({ services, request, session }) {
    await services.customerSessions.endOthers(session, request.origin);
    return done;
  },
});
