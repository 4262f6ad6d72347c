import { genericShape } from '@salar/protocol/wire';
import { done, refuseCall } from '../../call.ts';
import { sessionCall } from './chapter-calls.ts';

export const cancelSecondFactorReset = sessionCall({
  name: 'CancelSecondFactorReset',
  permissions: [],
  input: {},
  output: genericShape,
  rate: 'sign-in',
  about: 'Cancels the reset of the second factor that was requested from support.',
  example: { input: {}, output: done },
  async run({ services, request, user }) {
    const canceled = await services.authentication.factorResets.cancel(user, request.origin);
    return canceled.ok ? done : refuseCall('operationFailed', 'No reset is planned');
  },
});
