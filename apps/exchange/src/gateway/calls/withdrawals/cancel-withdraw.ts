import { accepted, genericShape, required, textField } from '@salar/protocol/wire';
import { refuseCall } from '../../call.ts';
import { sessionCall } from './chapter-calls.ts';
import { toCredential } from './withdrawal-fields.ts';

const guid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const cancelWithdraw = sessionCall({
  name: 'CancelWithdraw',
  permissions: ['Withdraw'],
  subject: { AccountId: 'ownAccount', UserId: 'ownUser', RequestCode: 'ownTicket' },
  input: { RequestCode: required(textField(64)) },
  output: genericShape,
  rate: 'tickets',
  repeats: 'a day',
  about: 'Cancels a withdrawal that has not been sent yet, and releases its hold.',
  example: {
    input: { OMSId: 1, AccountId: 1031, RequestCode: '6c0d3f1e-2b5a-4f7e-9a51-0d1b2c3d4e5f' },
    output: { result: true, errormsg: null, errorcode: 0, detail: '6c0d3f1e-2b5a-4f7e-9a51-0d1b2c3d4e5f' },
  },
  async run({ services, request, session, accountId }, { RequestCode }) {
    const requestCode = RequestCode.toLowerCase();
    const unknown = refuseCall(
      'operationFailed',
      'Withdraw Ticket not found for OmsId, AccountId, RequestCode',
    );
    if (!guid.test(requestCode)) return unknown;
    const ticket = await services.transfers.withdrawals.cancel({
      accountId,
      requestCode,
      requestIp: request.ip,
      credential: toCredential(session),
    });
    if (ticket.ok) return accepted(ticket.value.requestCode);
    return ticket.refusal === 'ticket_unknown'
      ? unknown
      : refuseCall('operationFailed', 'Withdraw ticket already processed');
  },
});
