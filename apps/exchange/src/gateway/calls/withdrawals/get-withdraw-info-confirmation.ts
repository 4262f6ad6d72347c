import { required, textField } from '@salar/protocol/wire';
import { refuseCall } from '../../call.ts';
import { confirmationShape, toDestinationConfirmationRow } from '../../wire-rows/confirmation-row.ts';
import { publicCall } from './chapter-calls.ts';

export const getWithdrawInfoConfirmation = publicCall({
  name: 'GetWithdrawInfoConfirmation',
  subject: { UserId: 'claimedUser' },
  input: { VerifyEmailCode: required(textField(128)) },
  output: confirmationShape,
  rate: 'read',
  about:
    'The saved destination that the code of a mailed link confirms, with its whole address, or its bank account with all but the last four characters of numbers and keys hidden. Reading it confirms nothing. It needs no session; the code is the secret. For a code that can no longer confirm, only the `State` is returned: `Confirmed` or `Expired`.',
  example: {
    input: { UserId: 17, VerifyEmailCode: '...' },
    output: {
      State: 'Open',
      Product: 'COP',
      Amount: null,
      Fee: null,
      Net: null,
      Network: 'Bre-B',
      TemplateType: 'CopBreB',
      Address: null,
      BankFields: [{ Name: 'Number', Value: '••••7890', Code: null }],
    },
  },
  async run({ services, claimedUserId }, { VerifyEmailCode }) {
    if (claimedUserId === null) return refuseCall('operationFailed', 'Invalid or expired code');
    const found = await services.transfers.destinations.review({
      userId: claimedUserId,
      code: VerifyEmailCode,
    });
    return found.ok
      ? services.engine.read((view) => toDestinationConfirmationRow(found.value, services, view))
      : refuseCall('operationFailed', 'Invalid or expired code');
  },
});
