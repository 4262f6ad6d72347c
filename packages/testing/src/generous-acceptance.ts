/** An acceptance policy that lets every confirmed withdrawal continue at once. */
import { minor } from '@salar/protocol';
import type { AcceptancePolicy } from '@salar/services';

const anyAmount = minor(10n ** 30n);

export const generousAcceptance: AcceptancePolicy = {
  autoAcceptSigned: { perTicket: anyAmount, perUserDay: anyAmount, perProductHour: anyAmount },
  autoAccept: { perTicket: anyAmount, perUserDay: anyAmount, perProductHour: anyAmount },
  autoAcceptWithoutFactor: { perTicket: anyAmount, perUserDay: anyAmount },
  newDestinationHoldMs: 0,
};
