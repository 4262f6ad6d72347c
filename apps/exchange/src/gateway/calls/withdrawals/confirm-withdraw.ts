import { genericShape, required, textField } from '@salar/protocol/wire';
import { isClosed } from '@salar/services/accounts/closed-accounts';
import { done, refuseCall } from '../../call.ts';
import { publicCall } from './chapter-calls.ts';

export const confirmWithdraw = publicCall({
  name: 'ConfirmWithdraw',
  subject: { UserId: 'claimedUser' },
  input: { VerifyCode: required(textField(128)) },
  output: genericShape,
  rate: 'mail',
  about: 'Confirms a withdrawal with the code from the mailed link. Repeating it after success succeeds.',
  example: {
    input: { UserId: 17, VerifyCode: '...' },
    output: { result: true, errormsg: null, errorcode: 0, detail: null },
  },
  async run({ services, request, claimedUserId }, { VerifyCode }) {
    // Nothing is confirmed for an account that its owner froze or an operator locked.
    const owner = claimedUserId === null ? null : await services.accounts.users.get(claimedUserId);
    if (claimedUserId === null || owner === null || isClosed(owner))
      return refuseCall('operationFailed', 'Invalid or expired code');
    const ticket = await services.transfers.withdrawals.confirm({
      userId: claimedUserId,
      code: VerifyCode,
      requestIp: request.ip,
    });
    return ticket.ok ? done : refuseCall('operationFailed', 'Invalid or expired code');
  },
});
