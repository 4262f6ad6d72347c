/** Deposit tickets. A row appears when a transfer to one of our addresses is first seen in a block. */
import { sql } from 'kysely';
import { assert, millis, minor } from '@salar/protocol';
import type { AccountId, Millis, Minor, ProductId, TicketId } from '@salar/protocol';
import type { Queryable } from '../../database.ts';
import type { TicketQueryable } from '../../ticket-database.ts';
import { matchAny, run, runFirst, tables } from '../query.ts';
import { toProofColumns } from './ticket-steps.ts';
import type { NewTransition, TicketProof } from './ticket-steps.ts';

const hourMs = 3_600_000;

export type DepositRowStatus = 'Pending' | 'Confirmed' | 'FullyProcessed' | 'Rejected' | 'Failed';

export type DepositRow = TicketProof & {
  readonly ticketId: TicketId;
  readonly requestCode: string;
  /** Chain, transaction and position in its receipt: guarantees that the credit happens once. */
  readonly key: string;
  readonly chainId: number;
  readonly accountId: AccountId;
  readonly productId: ProductId;
  readonly providerId: number;
  readonly amount: Minor;
  readonly status: DepositRowStatus;
  readonly txId: string;
  /** `native`, or the index of the log in its own receipt. */
  readonly position: string;
  readonly fromAddress: string;
  readonly toAddress: string;
  /** Null while a reorg has taken the block away. */
  readonly blockHeight: number | null;
  readonly blockHash: string | null;
  /** Height of the chain when the block went missing. */
  readonly missingSince: number | null;
  readonly confirmationsNeeded: number;
  readonly rejectReason: string | null;
  /** When it was booked as a loss, or is about to be: it was credited, and the chain took it back. */
  readonly reversedAt: Millis | null;
  /** When it got its status; null of a version that did not prove deposits. */
  readonly statusAt: Millis | null;
  readonly createdAt: Millis;
  readonly updatedAt: Millis;
};

export type NewDeposit = Omit<
  DepositRow,
  'updatedAt' | 'missingSince' | 'reversedAt' | 'statusAt' | keyof TicketProof
> & { readonly transition: NewTransition };

/** Contains what follows the newest sighting until the ledger is called. */
type Renewed = Pick<
  NewDeposit,
  | 'accountId'
  | 'productId'
  | 'providerId'
  | 'amount'
  | 'fromAddress'
  | 'toAddress'
  | 'status'
  | 'rejectReason'
  | 'transition'
>;

type SeenAgain = {
  readonly ticketId: TicketId;
  readonly blockHeight: number;
  readonly blockHash: string;
  readonly at: number;
};

const columns = [
  'd.ticket_id as ticketId',
  'd.request_code as requestCode',
  'd.key',
  'd.chain_id as chainId',
  'd.account_id as accountId',
  'd.product_id as productId',
  'd.provider_id as providerId',
  'd.amount',
  'd.status',
  'd.tx_id as txId',
  'd.position',
  'd.from_address as fromAddress',
  'd.to_address as toAddress',
  'd.block_height as blockHeight',
  'd.block_hash as blockHash',
  'd.missing_since as missingSince',
  'd.confirmations_needed as confirmationsNeeded',
  'd.reject_reason as rejectReason',
  'd.reversed_at as reversedAt',
  'd.step',
  'd.status_before as statusBefore',
  'd.status_by as statusBy',
  'd.status_at as statusAt',
  'd.trail',
  'd.status_mac as statusMac',
  'd.created_at as createdAt',
  'd.updated_at as updatedAt',
] as const;
export const selectDeposits = tables.selectFrom('deposit as d').select(columns);

type TicketKey = Pick<DepositRow, 'ticketId' | 'accountId'>;
const keyColumns = ['ticket_id as ticketId', 'account_id as accountId'] as const;

function notifyDepositChanged(on: TicketQueryable, rows: readonly TicketKey[]): void {
  for (const { ticketId, accountId } of rows) on.changed({ table: 'deposit', ticketId, accountId });
}

/** The reason of a deposit that was rejected when it was first seen. */
export const belowMinimumReason = 'Below the minimum deposit';

/** Adds a ticket; returns false when one of its key is there. */
export async function insertDeposit(tx: TicketQueryable, deposit: NewDeposit): Promise<boolean> {
  const { transition } = deposit;
  const rows = await run(
    tx,
    tables
      .insertInto('deposit')
      .values({
        ticket_id: deposit.ticketId,
        request_code: deposit.requestCode,
        key: deposit.key,
        chain_id: deposit.chainId,
        account_id: deposit.accountId,
        product_id: deposit.productId,
        provider_id: deposit.providerId,
        amount: deposit.amount,
        status: deposit.status,
        tx_id: deposit.txId,
        position: deposit.position,
        from_address: deposit.fromAddress,
        to_address: deposit.toAddress,
        block_height: deposit.blockHeight,
        block_hash: deposit.blockHash,
        confirmations_needed: deposit.confirmationsNeeded,
        reject_reason: deposit.rejectReason,
        ...toProofColumns(transition),
        status_at: transition.at,
        created_at: deposit.createdAt,
        updated_at: deposit.createdAt,
      })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .returning(keyColumns),
  );
  notifyDepositChanged(tx, rows);
  return rows.length === 1;
}

/** Gives a ticket the block in which it was seen again; its status and its details stay. */
export async function renewDepositBlock(
  tx: TicketQueryable,
  { ticketId, blockHeight, blockHash, at }: SeenAgain,
): Promise<void> {
  const block = { block_height: blockHeight, block_hash: blockHash, missing_since: null, updated_at: at };
  const update = tables.updateTable('deposit').set(block).where('ticket_id', '=', ticketId);
  notifyDepositChanged(tx, await run(tx, update.returning(keyColumns)));
}

/** Gives a ticket that the ledger has not seen the data of the block in which it was seen again. */
export async function renewDeposit(
  tx: TicketQueryable,
  { ticketId, blockHeight, blockHash, at }: SeenAgain,
  seen: Renewed,
): Promise<void> {
  const rows = await run(
    tx,
    tables
      .updateTable('deposit')
      .set({
        block_height: blockHeight,
        block_hash: blockHash,
        missing_since: null,
        updated_at: at,
        account_id: seen.accountId,
        product_id: seen.productId,
        provider_id: seen.providerId,
        amount: seen.amount,
        from_address: seen.fromAddress,
        to_address: seen.toAddress,
        status: seen.status,
        reject_reason: seen.rejectReason,
        ...toProofColumns(seen.transition),
        status_at: seen.transition.at,
      })
      .where('ticket_id', '=', ticketId)
      .where('step', '=', seen.transition.step - 1)
      .returning(keyColumns),
  );
  assert(rows.length === 1, `deposit ${ticketId} is written by one watcher`);
  notifyDepositChanged(tx, rows);
}

/** Removes the block of every ticket above `height`: the chain no longer has it. */
export async function orphanDepositsAbove(
  tx: TicketQueryable,
  { chainId, height, head, at }: { chainId: number; height: number; head: number; at: number },
): Promise<number> {
  const rows = await run(
    tx,
    tables
      .updateTable('deposit')
      .set({ block_height: null, block_hash: null, missing_since: head, updated_at: at })
      .where('chain_id', '=', chainId)
      .where('block_height', '>', height)
      .where('status', '<>', 'Failed')
      .returning(keyColumns),
  );
  notifyDepositChanged(tx, rows);
  return rows.length;
}

/**
 * Returns tickets in a block with at least the confirmations they need that are not credited yet, or were booked as a
 * loss since, oldest first.
 *
 * @param after  number of the last ticket of the previous page; 0 for the first page
 */
export async function listCreditableDeposits(
  db: Queryable,
  { chainId, head, after, limit }: { chainId: number; head: number; after: number; limit: number },
): Promise<readonly DepositRow[]> {
  return run(
    db,
    selectDeposits
      .where('chain_id', '=', chainId)
      .where((eb) => eb.or([eb('status', 'in', ['Pending', 'Confirmed']), eb('reversed_at', 'is not', null)]))
      .where('block_height', 'is not', null)
      .where(
        (eb) => sql<boolean>`${head} - ${eb.ref('block_height')} + 1 >= ${eb.ref('confirmations_needed')}`,
      )
      .where('ticket_id', '>', after as TicketId)
      .orderBy('ticket_id')
      .limit(limit),
  );
}

/**
 * Adds up a product's deposits on a network that were first seen within the hour before a deposit, with it and without those
 * seen after it. Rejected and failed ones do not count, nor do those of `below` or more.
 */
export async function sumDepositsOfHour(
  db: Queryable,
  { ticketId, chainId, productId, accountId, createdAt }: DepositRow,
  below: bigint,
): Promise<{ readonly ofAccount: Minor; readonly ofAll: Minor }> {
  const sums = await runFirst(
    db,
    tables
      .selectFrom('deposit')
      .select([
        sql<Minor>`coalesce(sum(amount) FILTER (WHERE account_id = ${accountId}), 0)`.as('ofAccount'),
        sql<Minor>`coalesce(sum(amount), 0)`.as('ofAll'),
      ])
      .where('chain_id', '=', chainId)
      .where('product_id', '=', productId)
      .where('created_at', '>', millis(createdAt - hourMs))
      .where('ticket_id', '<=', ticketId)
      .where('amount', '<', minor(below))
      .where('status', 'not in', ['Rejected', 'Failed']),
  );
  return { ofAccount: minor(sums?.ofAccount ?? 0n), ofAll: minor(sums?.ofAll ?? 0n) };
}

/** Returns tickets whose block has been missing since `height` or before. */
export async function listMissingDeposits(
  db: Queryable,
  { chainId, height }: { chainId: number; height: number },
): Promise<readonly DepositRow[]> {
  return run(
    db,
    selectDeposits
      .where('chain_id', '=', chainId)
      .where('missing_since', 'is not', null)
      .where('missing_since', '<=', height)
      .orderBy('ticket_id'),
  );
}

/** Moves a ticket from one status to another; returns false when it was no longer in `from`, or has moved since. */
export async function moveDeposit(
  db: TicketQueryable,
  move: {
    ticketId: TicketId;
    from: readonly DepositRowStatus[];
    to: DepositRowStatus;
    reason?: string;
    transition: NewTransition;
  },
): Promise<boolean> {
  const { transition } = move;
  const rows = await run(
    db,
    tables
      .updateTable('deposit')
      .set({
        status: move.to,
        reject_reason: move.reason ?? null,
        ...toMovedColumns(transition),
        ...(move.to === 'Failed' && { missing_since: null, reversed_at: null }),
      })
      .where('ticket_id', '=', move.ticketId)
      .where('status', '=', matchAny(move.from))
      .where('step', '=', transition.step - 1)
      .returning(keyColumns),
  );
  notifyDepositChanged(db, rows);
  return rows.length === 1;
}

function toMovedColumns(transition: NewTransition) {
  return { ...toProofColumns(transition), status_at: transition.at, updated_at: transition.at };
}

/** Records that nothing has to be done about a ticket whose block stays missing. */
export async function acknowledgeMissing(db: Queryable, ticketId: TicketId): Promise<void> {
  await run(db, tables.updateTable('deposit').set({ missing_since: null }).where('ticket_id', '=', ticketId));
}

/** Records that a ticket whose block stayed missing is about to be booked as a loss, in case the outcome gets lost. */
export async function expectLoss(db: Queryable, ticketId: TicketId, at: number): Promise<void> {
  await run(db, tables.updateTable('deposit').set({ reversed_at: at }).where('ticket_id', '=', ticketId));
}

/** Ends a credited ticket whose block stayed missing and that was booked as a loss. */
export async function confirmLoss(
  db: TicketQueryable,
  { ticketId, reason, transition }: { ticketId: TicketId; reason: string; transition: NewTransition },
): Promise<void> {
  const rows = await run(
    db,
    tables
      .updateTable('deposit')
      .set({
        status: 'FullyProcessed',
        missing_since: null,
        reject_reason: reason,
        ...toMovedColumns(transition),
      })
      .where('ticket_id', '=', ticketId)
      .where('status', 'in', ['Confirmed', 'FullyProcessed'])
      .where('step', '=', transition.step - 1)
      .returning(keyColumns),
  );
  notifyDepositChanged(db, rows);
}

/** Records that the block of a ticket booked as a loss came back, and that the loss was undone. */
export async function undoLoss(
  db: TicketQueryable,
  ticketId: TicketId,
  transition: NewTransition,
): Promise<void> {
  const rows = await run(
    db,
    tables
      .updateTable('deposit')
      .set({ reversed_at: null, reject_reason: null, ...toMovedColumns(transition) })
      .where('ticket_id', '=', ticketId)
      .where('step', '=', transition.step - 1)
      .returning(keyColumns),
  );
  notifyDepositChanged(db, rows);
}

/** Includes its current confirmations, capped at the number it needs. */
export type ListedDeposit = DepositRow & { readonly confirmations: number };

const selectListed = tables
  .selectFrom('deposit as d')
  .leftJoin('chain_cursor as c', 'c.chain_id', 'd.chain_id')
  .select(columns)
  .select((eb) =>
    sql<number>`greatest(0, least(${eb.ref('d.confirmations_needed')},
      coalesce(${eb.ref('c.height')} - ${eb.ref('d.block_height')} + 1, 0)))::bigint`.as('confirmations'),
  );

/** Returns an account's tickets, newest first; only those in `statuses` when given. */
export async function listDeposits(
  db: Queryable,
  page: {
    accountId: AccountId;
    productId?: ProductId;
    statuses?: readonly DepositRowStatus[];
    startIndex: number;
    limit: number;
  },
): Promise<readonly ListedDeposit[]> {
  const { accountId, productId, statuses, startIndex, limit } = page;
  let query = selectListed.where('d.account_id', '=', accountId);
  if (productId !== undefined) query = query.where('d.product_id', '=', productId);
  if (statuses !== undefined) query = query.where('d.status', '=', matchAny(statuses));
  return run(db, query.orderBy('d.ticket_id', 'desc').offset(startIndex).limit(limit));
}

/** Returns one ticket of an account, by its request code or by its number; null when the account has no such ticket. */
export async function findDeposit(
  db: Queryable,
  claim: { accountId: AccountId } & ({ requestCode: string } | { ticketId: TicketId }),
): Promise<ListedDeposit | null> {
  const ofAccount = selectListed.where('d.account_id', '=', claim.accountId);
  return runFirst(
    db,
    'ticketId' in claim
      ? ofAccount.where('d.ticket_id', '=', claim.ticketId)
      : ofAccount.where('d.request_code', '=', claim.requestCode),
  );
}

export async function findDepositByTicket(db: Queryable, ticketId: TicketId): Promise<DepositRow | null> {
  return runFirst(db, selectDeposits.where('ticket_id', '=', ticketId));
}

/** Returns every credited ticket, for checks against the engine. */
export async function listCreditedDeposits(db: Queryable): Promise<readonly DepositRow[]> {
  return run(db, selectDeposits.where('status', '=', 'FullyProcessed').orderBy('ticket_id'));
}
