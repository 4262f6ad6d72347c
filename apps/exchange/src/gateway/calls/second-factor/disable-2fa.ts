import { genericShape } from '@salar/protocol/wire';
import { done, refuseCall } from '../../call.ts';
import { sessionCall } from './chapter-calls.ts';

export const disable2fa = sessionCall({
  name: 'Disable2FA',
  permissions: [],
  needsRecentAuth: true,
  input: {},
  output: genericShape,
  rate: 'sign-in',
  about:
    'Begins to switch the second factor off; Authenticate2FA with a code, in the same session and within 15 minutes, does it. Other sessions end then, and withdrawals are held for a day.',
  example: { input: {}, output: done },
  async run({ services, session }) {
    const begun = await services.authentication.secondFactor.beginOff(session);
    return begun.ok ? done : refuseCall('operationFailed', '2FA is not enabled');
  },
});
