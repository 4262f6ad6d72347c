import { genericShape } from '@salar/protocol/wire';
import { done } from '../../call.ts';
import { publicCall } from './chapter-calls.ts';

/** Public, because ending a session that is already over succeeds too. */
export const logOut = publicCall({
  name: 'LogOut',
  input: {},
  output: genericShape,
  rate: 'read',
  session: 'ends',
  about:
    'Ends the session of the token in the header `aptoken`, or of the socket. Also succeeds without a session.',
  example: { input: {}, output: { result: true, errormsg: null, errorcode: 0, detail: null } },
  async run({ services, request }) {
    const { token, ip, origin } = request;
    if (token === null) return done;
    await services.authentication.signIn.signOut(
      token,
      await services.access.sessions.resolve(token, ip),
      origin,
    );
    return done;
  },
});
