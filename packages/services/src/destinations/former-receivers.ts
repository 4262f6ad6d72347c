/** Seals what a version before this one stored readable about bank accounts: at the first start, before customers are served. */
import type { TicketDatabase, TicketQueryable } from '@salar/store';
import {
  listUnsealedDestinations,
  listUnsealedWithdrawals,
  resealDestination,
  resealWithdrawal,
} from '@salar/store/tables/tickets/former-receivers';
import { keyWithdrawalRequest, listUnkeyedRequests } from '@salar/store/tables/tickets/withdrawal-requests';
import type { Log } from '../ports/log.ts';

const batchSize = 500;

const parts = [
  { table: 'withdrawal', list: listUnsealedWithdrawals, seal: resealWithdrawal },
  { table: 'destination', list: listUnsealedDestinations, seal: resealDestination },
  { table: 'withdrawal_request', list: listUnkeyedRequests, seal: keyWithdrawalRequest },
] as const;

/**
 * Seals all of them, a few hundred rows in one transaction; a start that was interrupted goes on with the others.
 *
 * @returns how many rows were sealed
 */
export async function sealFormerReceivers({
  database,
  log,
}: {
  readonly database: TicketDatabase;
  readonly log: Log;
}): Promise<number> {
  let all = 0;
  for (const { table, list, seal } of parts) {
    let rows = 0;
    for (let ids = await list(database, batchSize); ids.length > 0; ids = await list(database, batchSize))
      rows += await database.transaction((tx) => sealBatch(tx, ids, seal));
    if (rows > 0)
      log.warn(
        { table, rows },
        'rows of the version before were sealed: older backups have their bank accounts readable',
      );
    all += rows;
  }
  return all;
}

async function sealBatch(
  tx: TicketQueryable,
  ids: readonly string[],
  seal: (tx: TicketQueryable, id: string) => Promise<boolean>,
): Promise<number> {
  for (const id of ids) await seal(tx, id);
  return ids.length;
}
