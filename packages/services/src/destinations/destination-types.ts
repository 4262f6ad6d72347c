/** Types of saved destinations. */
import type { AccountId, ProductId, UserId } from '@salar/protocol';
import type { Queryable } from '@salar/store';
import type { DestinationRow } from '@salar/store/tables/tickets/destinations';
import type { PaymentCode, PaymentCodeRefusal } from '../second-factor/payment-code.ts';
import type { AddressRefusal, FormProblem } from './receivers.ts';

export type Destination = Omit<DestinationRow, 'userId' | 'codeHash' | 'codeExpiresAt' | 'mac'>;

/** Listed in the order in which they are checked. */
export type CreateDestinationRefusal =
  | 'product_unknown'
  | 'name_malformed'
  | 'network_unknown'
  | 'identifier_malformed'
  | FormProblem
  | AddressRefusal
  | PaymentCodeRefusal
  | 'too_many_destinations'
  | 'destination_exists';

export type CreateDestination = {
  readonly userId: UserId;
  readonly accountId: AccountId;
  readonly productId: ProductId;
  readonly name: string;
  /** An address, or JSON text of a bank's fields. */
  readonly identifier: string;
  /** The code that a customer with a second factor sends. */
  readonly paymentCode?: PaymentCode;
  readonly requestIp: string | null;
  /** Called with the saved destination, or the one mailed again, within its transaction. */
  readonly onSaved?: (tx: Queryable, saved: Destination) => Promise<void>;
};
