import { accountId, userId } from '@salar/protocol';
import { genericShape, id, required, textField } from '@salar/protocol/wire';
import { done, refuseCall } from '../../call.ts';
import { publicCall } from './chapter-calls.ts';

export const confirmWithdrawInfo = publicCall({
  name: 'ConfirmWithdrawInfo',
  input: { AccountId: id(), UserId: id(), VerifyEmailCode: required(textField(128)) },
  output: genericShape,
  rate: 'mail',
  about:
    'Confirms a saved destination with the code from the mailed link; the code is the secret. An account or user in the request must be the one the code was mailed to. Repeating it after success succeeds.',
  example: {
    input: { OMSId: 1, AccountId: 1031, VerifyEmailCode: '...' },
    output: { result: true, errormsg: null, errorcode: 0, detail: null },
  },
  async run({ services, request }, { AccountId, UserId, VerifyEmailCode }) {
    const confirmed = await services.transfers.destinations.confirm({
      code: VerifyEmailCode,
      requestIp: request.ip,
      ...(AccountId !== undefined && { accountId: accountId(AccountId) }),
      ...(UserId !== undefined && { userId: userId(UserId) }),
    });
    return confirmed.ok ? done : refuseCall('operationFailed', 'Invalid or expired code');
  },
});
