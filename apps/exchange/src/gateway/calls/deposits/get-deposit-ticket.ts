import { depositTicketShape } from '@salar/protocol/wire';
import { refuseCall } from '../../call.ts';
import { toDepositTicketRow, toTicketRows } from '../../wire-rows/ticket-rows.ts';
import { ticketClaimFields, readTicketClaim } from '../ticket-claim.ts';
import { sessionCall } from './chapter-calls.ts';

export const getDepositTicket = sessionCall({
  name: 'GetDepositTicket',
  permissions: ['Trading', 'AccountReadOnly'],
  subject: { AccountId: 'ownAccount', RequestCode: 'ownTicket' },
  input: ticketClaimFields,
  output: depositTicketShape,
  rate: 'read',
  about: 'One deposit of the account, by its RequestCode or its TicketNumber.',
  example: {
    input: { OMSId: 1, AccountId: 1031, RequestCode: '2d7b6f10-8a44-4c0e-b0aa-9f5f4f0f7c11' },
    output: { TicketNumber: 377, AssetName: 'USDT', Amount: 25, Status: 'Pending' },
  },
  async run({ services, user, accountId }, input) {
    const claim = readTicketClaim(accountId, input);
    if (claim === null) return refuseCall('invalidRequest', 'RequestCode is Required');
    const ticket = await services.transfers.deposits.find(claim);
    if (ticket === null) return refuseCall('notFound');
    const [row] = await toTicketRows([ticket], user, services, toDepositTicketRow);
    return row ?? refuseCall('notFound');
  },
});
