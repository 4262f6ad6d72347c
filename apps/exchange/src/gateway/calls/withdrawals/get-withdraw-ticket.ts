import { withdrawTicketShape } from '@salar/protocol/wire';
import { refuseCall } from '../../call.ts';
import { toWithdrawTicketRow, toTicketRows } from '../../wire-rows/ticket-rows.ts';
import { ticketClaimFields, readTicketClaim } from '../ticket-claim.ts';
import { sessionCall } from './chapter-calls.ts';

export const getWithdrawTicket = sessionCall({
  name: 'GetWithdrawTicket',
  permissions: ['Trading', 'AccountReadOnly'],
  subject: { AccountId: 'ownAccount', RequestCode: 'ownTicket' },
  input: ticketClaimFields,
  output: withdrawTicketShape,
  rate: 'read',
  about: 'One withdrawal of the account, by its RequestCode or its TicketNumber.',
  example: {
    input: { OMSId: 1, AccountId: 1031, RequestCode: '6c0d3f1e-2b5a-4f7e-9a51-0d1b2c3d4e5f' },
    output: { TicketNumber: 412, AssetName: 'USDT', Amount: 25, FeeAmt: 1, Status: 'Pending2Fa' },
  },
  async run({ services, user, accountId }, input) {
    const claim = readTicketClaim(accountId, input);
    if (claim === null) return refuseCall('invalidRequest', 'RequestCode is Required');
    const ticket = await services.transfers.withdrawals.find(claim);
    if (ticket === null) return refuseCall('notFound');
    const [row] = await toTicketRows([ticket], user, services, toWithdrawTicketRow);
    return row ?? refuseCall('notFound');
  },
});
