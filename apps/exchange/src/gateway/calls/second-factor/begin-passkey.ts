import { shape } from '@salar/protocol/wire';
import { sessionCall } from './chapter-calls.ts';

export const beginPasskey = sessionCall({
  name: 'BeginPasskey',
  permissions: [],
  needsRecentAuth: true,
  input: {},
  output: shape.object({ Options: shape.text }),
  rate: 'sign-in',
  about:
    'Returns the options that a browser needs to create a passkey, as JSON text in the W3C format. AddPasskey accepts the response within five minutes.',
  example: { input: {}, output: { Options: '{"challenge":"..."}' } },
  run: async ({ services, user }) => ({ Options: await services.authentication.passkeys.beginAdd(user) }),
});
