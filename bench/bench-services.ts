/** The customers' services of a benchmark: all that no customer of it uses is left out. */
import { accept } from '@salar/protocol';
import type { Sequencer } from '@salar/sequencer';
import { createCustomerServices } from '@salar/services/compose/customer-services';
import type { CustomerServices } from '@salar/services/compose/customer-services';
import type { SealedBox } from '@salar/services/crypto/sealed-box';
import type { PasswordHasher } from '@salar/services/passwords/password-hasher';
import { TicketEvents } from '@salar/store';
import type { Database } from '@salar/store';
import { createOfflineDestinations } from '@salar/exchange/tests/support/offline-destinations';
import { InMemoryTickets } from '@salar/exchange/tests/support/in-memory-tickets';
import { createDecisions } from '@salar/testing/decision-memory';
import { noCodes } from '@salar/testing/no-codes';
import { testMacs } from '@salar/testing/test-customers';
import { testSeals } from '@salar/testing/test-seals';

type BenchServicesOptions = {
  readonly database: Database;
  readonly sequencer: Sequencer;
  readonly box: SealedBox;
  readonly publicUrl: string;
  readonly hasher: PasswordHasher;
};

export function createBenchServices(options: BenchServicesOptions): CustomerServices {
  const { database, sequencer, box, publicUrl, hasher } = options;
  const people = { codes: noCodes, customers: { findEmail: async () => null } };
  const tickets = new InMemoryTickets(sequencer, people);
  const notifier = { enqueue: async () => undefined };
  return createCustomerServices({
    database,
    ticketEvents: new TicketEvents(),
    sequencer,
    deposits: tickets.deposits,
    withdrawals: tickets.withdrawals,
    destinations: createOfflineDestinations({
      database,
      ledger: sequencer,
      notifier,
      ...people,
      macs: testMacs,
      seals: testSeals,
      clock: Date.now,
    }),
    notifier,
    identity: { createToken: async () => accept({ token: '', provider: 'sandbox' }) },
    decisions: createDecisions(Date.now),
    box,
    publicUrl,
    hasher,
  });
}
