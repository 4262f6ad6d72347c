/** Names what customers move money in and out with. `prepareTicketServices` builds most of it. */
import type { DepositService } from '../deposits/deposit-service.ts';
import type { DestinationService } from '../destinations/destination-service.ts';
import type { TicketComments } from '../tickets/ticket-comments.ts';
import type { WithdrawalCalls } from '../withdrawals/withdrawal-service.ts';

export type TransferServices = {
  readonly deposits: Pick<DepositService, keyof DepositService>;
  readonly withdrawals: WithdrawalCalls;
  readonly destinations: Pick<DestinationService, keyof DestinationService>;
  readonly ticketComments: TicketComments;
};
