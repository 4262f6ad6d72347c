import { required, textField } from '@salar/protocol/wire';
import { refuseCall } from '../../call.ts';
import { confirmationShape, toWithdrawConfirmationRow } from '../../wire-rows/confirmation-row.ts';
import { publicCall } from './chapter-calls.ts';

export const getWithdrawConfirmation = publicCall({
  name: 'GetWithdrawConfirmation',
  subject: { UserId: 'claimedUser' },
  input: { VerifyCode: required(textField(128)) },
  output: confirmationShape,
  rate: 'read',
  about:
    'The withdrawal that the code of a mailed link confirms, with its whole address, or its bank account with all but the last four characters of numbers and keys hidden. Reading it confirms nothing. It needs no session; the code is the secret. For a code that can no longer confirm, only the `State` is returned: `Confirmed`, `Expired` or `Ended`.',
  example: {
    input: { UserId: 17, VerifyCode: '...' },
    output: {
      State: 'Open',
      Product: 'USDT',
      Amount: 25,
      Fee: 1,
      Net: 24,
      Network: 'Ethereum (local)',
      TemplateType: 'ToExternalEthereumAddress',
      Address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      BankFields: [],
    },
  },
  async run({ services, claimedUserId }, { VerifyCode }) {
    if (claimedUserId === null) return refuseCall('operationFailed', 'Invalid or expired code');
    const found = await services.transfers.withdrawals.review({ userId: claimedUserId, code: VerifyCode });
    return found.ok
      ? services.engine.read((view) => toWithdrawConfirmationRow(found.value, services, view))
      : refuseCall('operationFailed', 'Invalid or expired code');
  },
});
