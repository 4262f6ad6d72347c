import { genericShape, required, textField } from '@salar/protocol/wire';
import { done, refuseCall } from '../../call.ts';
import { sessionCall } from './chapter-calls.ts';

export const deleteAccountWithdrawInfo = sessionCall({
  name: 'DeleteAccountWithdrawInfo',
  // A key may withdraw only to destinations that the customer in person has approved (security rule K3).
  permissions: [],
  subject: { AccountId: 'ownAccount', AccountWithdrawInfoId: 'ownDestination' },
  input: { AccountWithdrawInfoId: required(textField(64)) },
  output: genericShape,
  rate: 'tickets',
  repeats: 'a day',
  about: 'Deletes a saved destination. Withdrawals to it that were requested before continue.',
  example: {
    input: { OMSId: 1, AccountId: 1031, AccountWithdrawInfoId: 'b8c1f0aa-50f4-4d0b-8f21-1de4b1a0c7d2' },
    output: { result: true, errormsg: null, errorcode: 0, detail: null },
  },
  async run({ services, request, accountId }, { AccountWithdrawInfoId }) {
    const removed = await services.transfers.destinations.remove({
      accountId,
      id: AccountWithdrawInfoId,
      requestIp: request.ip,
    });
    return removed.ok ? done : refuseCall('notFound');
  },
});
