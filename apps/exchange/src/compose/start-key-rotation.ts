/** Starts to move what was written under a former key to the current one, in the background. */
import type { ColumnSeals, Database } from '@salar/store';
import type { UserRecords } from '@salar/services/accounts/user-records';
import type { KeyRing } from '@salar/services/crypto/key-ring';
import { listMacKeyIds } from '@salar/services/crypto/mac-keys';
import type { RowMacs } from '@salar/services/crypto/row-macs';
import type { SealedBox } from '@salar/services/crypto/sealed-box';
import { KeyRotation } from '@salar/services/key-rotation/key-rotation';
import { listRotatedReceivers, listRotatedTables } from '@salar/services/key-rotation/rotated-tables';
import { listRotatedAddresses, listRotatedTickets } from '@salar/services/key-rotation/rotated-tickets';
import { FactorRecords } from '@salar/services/second-factor/factor-records';
import type { TicketProvider } from '@salar/services/tickets/networks';
import type { RunOptions } from './run-options.ts';

/** A hundred rows in this time: a million take about three hours. */
const pauseMs = 1000;

/** Each ring of keys has its own tables, and is rotated after the one before it. */
export function startKeyRotation(
  { database, log, stops }: RunOptions,
  parts: {
    readonly box: SealedBox;
    readonly macs: RowMacs;
    readonly seals: ColumnSeals;
    readonly records: UserRecords;
    /** Tickets are written under the epoch of this process. */
    readonly ticketDatabase: Database;
    readonly ticketKeys: { readonly ticketMac: KeyRing; readonly addressMac: KeyRing };
    readonly providers: readonly TicketProvider[];
  },
): void {
  const stop = new AbortController();
  const { box, seals, ticketDatabase, ticketKeys, providers } = parts;
  const { ticketMac, addressMac } = ticketKeys;
  const tickets = listRotatedTickets({ ticketMacKey: ticketMac, seals, providers });
  const rotations = [
    {
      ring: 'sealing key',
      database,
      keyIds: box.keyIds,
      tables: listRotatedTables({ ...parts, factors: new FactorRecords(parts) }),
    },
    {
      ring: 'sealing key, tickets',
      database: ticketDatabase,
      keyIds: box.keyIds,
      tables: listRotatedReceivers(seals),
    },
    { ring: 'ticket MACs', database: ticketDatabase, keyIds: listMacKeyIds(ticketMac), tables: tickets },
    {
      ring: 'address MACs',
      database: ticketDatabase,
      keyIds: listMacKeyIds(addressMac),
      tables: listRotatedAddresses(addressMac),
    },
  ].map((options) => new KeyRotation({ ...options, pauseMs, log }));
  const run = async () => {
    for (const rotation of rotations) await rotation.run(stop.signal);
  };
  const ended = run().catch((error: unknown) => {
    log.error({ error: String(error) }, 'moving rows to the current key failed: the next start continues');
  });
  stops.add('key rotation', async () => {
    stop.abort();
    await ended;
  });
}
