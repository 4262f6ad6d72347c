import { shape } from '@salar/protocol/wire/index';
import { sessionCall } from '../../call.ts';

export const beginPasskey = sessionCall({
  name: 'BeginPasskey',
  permissions: [],
  needsRecentAuth: true,
  input: {},
  output: shape.object({ Options: shape.text }),
  rate: 'sign-in',
  about:
    'What a browser needs to make a passkey, as JSON text in the form of the W3C. AddPasskey takes its answer within five minutes.',
  example: { input: {}, output: { Options: '{"challenge":"..."}' } },
  run: async ({ services, user }) => ({ Options: await services.passkeys.beginAdd(user) }),
});
