import { required, textField, withdrawTicketShape } from '@salar/protocol/wire';
import { refuseCall } from '../../call.ts';
import { toWithdrawTicketRow, toTicketRows } from '../../wire-rows/ticket-rows.ts';
import { sessionCall } from './chapter-calls.ts';

export const getWithdrawTicketByVerifyCode = sessionCall({
  name: 'GetWithdrawTicketByVerifyCode',
  permissions: ['Trading', 'AccountReadOnly'],
  subject: { AccountId: 'ownAccount' },
  input: { VerifyCode: required(textField(128)) },
  output: withdrawTicketShape,
  rate: 'read',
  about:
    'The withdrawal that the code of a mailed link belongs to, if it is one of the account. Reading it confirms nothing.',
  example: {
    input: { OMSId: 1, AccountId: 1031, VerifyCode: '...' },
    output: { TicketNumber: 412, AssetName: 'USDT', Amount: 25, FeeAmt: 1, Status: 'Pending2Fa' },
  },
  async run({ services, user, accountId }, { VerifyCode }) {
    const ticket = await services.transfers.withdrawals.findByCode({ accountId, code: VerifyCode });
    if (ticket === null) return refuseCall('notFound');
    const [row] = await toTicketRows([ticket], user, services, toWithdrawTicketRow);
    return row ?? refuseCall('notFound');
  },
});
