/**
 * Withdraw tickets. Their statuses change by compare-and-set only, so that exactly one of two concurrent changes
 * wins.
 */
import { sql } from 'kysely';
import { millis, ticketId } from '@salar/protocol';
import type { AccountId, Millis, Minor, ProductId, TicketId, UserId } from '@salar/protocol';
import type { Queryable } from '../../database.ts';
import type { TicketQueryable } from '../../ticket-database.ts';
import type { SealedQueryable } from '../../column-seals.ts';
import { matchAny, run, runFirst, tables } from '../query.ts';
import { hasReceiver, openReceiver, sealReceiver } from './receiver-columns.ts';
import { toProofColumns } from './ticket-steps.ts';
import type { NewTransition, TicketProof } from './ticket-steps.ts';

export type WithdrawalRow = TicketProof & {
  readonly ticketId: TicketId;
  readonly requestCode: string;
  readonly userId: UserId;
  readonly accountId: AccountId;
  readonly productId: ProductId;
  readonly providerId: number;
  readonly templateType: string;
  readonly templateForm: string;
  readonly destination: string;
  /** The amount that leaves the position, including the fee. */
  readonly amount: Minor;
  readonly fee: Minor;
  /** A status of the transition table; `New` has not been published yet. */
  readonly status: string;
  /** Over every field that is fixed at creation. */
  readonly mac: Buffer;
  readonly requestIp: string | null;
  readonly codeHash: Buffer | null;
  /** Over the hash of the mailed code, its customer and its expiry. */
  readonly codeMac: Buffer | null;
  readonly codeExpiresAt: Millis | null;
  readonly txId: string | null;
  readonly rejectReason: string | null;
  /** Until when it waits, or waited, before it was accepted; null when it never was delayed. */
  readonly delayedUntil: Millis | null;
  /** The engine has settled or released the hold. */
  readonly moneyDone: boolean;
  readonly createdAt: Millis;
  readonly updatedAt: Millis;
};

/** The terms of a ticket that the engine has as well, and its status. */
export type WithdrawalTerms = Pick<
  WithdrawalRow,
  'ticketId' | 'accountId' | 'productId' | 'amount' | 'fee' | 'status' | 'moneyDone'
>;

export type NewWithdrawal = Pick<
  WithdrawalRow,
  | 'ticketId'
  | 'requestCode'
  | 'userId'
  | 'accountId'
  | 'productId'
  | 'providerId'
  | 'templateType'
  | 'templateForm'
  | 'destination'
  | 'amount'
  | 'fee'
  | 'mac'
  | 'requestIp'
  | 'createdAt'
>;

/** A row as it is stored: the form and the receiver of a bank's withdrawal are sealed. */
export type StoredWithdrawal = Omit<WithdrawalRow, 'templateForm' | 'destination'> & {
  readonly templateForm: string | null;
  readonly destination: string | null;
  readonly sealedReceiver: Buffer | null;
  readonly receiverKey: Buffer | null;
};

const table = 'withdrawal';

const columns = [
  'ticket_id as ticketId',
  'request_code as requestCode',
  'user_id as userId',
  'account_id as accountId',
  'product_id as productId',
  'provider_id as providerId',
  'template_type as templateType',
  'template_form as templateForm',
  'destination',
  'sealed_receiver as sealedReceiver',
  'receiver_key as receiverKey',
  'amount',
  'fee',
  'status',
  'mac',
  'status_mac as statusMac',
  'status_before as statusBefore',
  'status_by as statusBy',
  'step',
  'trail',
  'request_ip as requestIp',
  'code_hash as codeHash',
  'code_mac as codeMac',
  'code_expires_at as codeExpiresAt',
  'tx_id as txId',
  'reject_reason as rejectReason',
  'delayed_until as delayedUntil',
  'money_done as moneyDone',
  'created_at as createdAt',
  'updated_at as updatedAt',
] as const;
export const selectWithdrawals = tables.selectFrom(table).select(columns);

/** Opens what is sealed in a row. */
export function openWithdrawal(
  { seals }: Pick<SealedQueryable, 'seals'>,
  { sealedReceiver: sealed, receiverKey: key, ...row }: StoredWithdrawal,
): WithdrawalRow {
  const { ticketId: id, destination, templateForm } = row;
  const stored = { texts: [destination, templateForm], sealed, key } as const;
  const [receiver, form] = openReceiver(seals, { ...row, table, id }, stored);
  return { ...row, destination: receiver, templateForm: form };
}

function openFirst(on: SealedQueryable, row: StoredWithdrawal | null): WithdrawalRow | null {
  return row && openWithdrawal(on, row);
}

function openAll(on: SealedQueryable, rows: readonly StoredWithdrawal[]): readonly WithdrawalRow[] {
  return rows.map((row) => openWithdrawal(on, row));
}

/** Takes a ticket number: deposits and withdrawals share one sequence, because the engine identifies both by it. */
export async function takeTicketNumber(db: Queryable): Promise<TicketId> {
  const row = await runFirst(db, tables.selectNoFrom(sql<number>`nextval('ticket_number')`.as('number')));
  if (row === null) throw new Error('the ticket sequence returned no number');
  return ticketId(row.number);
}

/** Writes a ticket in status `New`. */
export async function insertWithdrawal(
  db: SealedQueryable,
  row: NewWithdrawal & { readonly rejectReason?: string; readonly transition?: NewTransition },
): Promise<void> {
  const receiver = [row.destination, row.templateForm] as const;
  const sealed = sealReceiver(db.seals, { ...row, table, id: row.ticketId }, receiver);
  const [destination, templateForm] = sealed.texts;
  await run(
    db,
    tables.insertInto('withdrawal').values({
      ticket_id: row.ticketId,
      request_code: row.requestCode,
      user_id: row.userId,
      account_id: row.accountId,
      product_id: row.productId,
      provider_id: row.providerId,
      template_type: row.templateType,
      template_form: templateForm,
      destination,
      ...sealed.columns,
      amount: row.amount,
      fee: row.fee,
      status: 'New',
      reject_reason: row.rejectReason ?? null,
      mac: row.mac,
      request_ip: row.requestIp,
      ...(row.transition && toProofColumns(row.transition)),
      created_at: row.createdAt,
      updated_at: row.createdAt,
    }),
  );
}

/** Deletes a ticket whose hold the engine refused: the customer got the refusal and there is nothing to show. */
export async function deleteNewWithdrawal(db: Queryable, id: TicketId): Promise<void> {
  await run(db, tables.deleteFrom('withdrawal').where('ticket_id', '=', id).where('status', '=', 'New'));
}

/**
 * Moves a ticket from `New` to `Pending2Fa` with the hash of the mailed code; returns null when it was no longer New.
 */
export async function armWithdrawal(
  tx: TicketQueryable,
  arm: {
    ticketId: TicketId;
    codeHash: Buffer;
    codeMac: Buffer;
    codeExpiresAt: number;
    transition: NewTransition;
  },
): Promise<WithdrawalRow | null> {
  const row = await runFirst(
    tx,
    tables
      .updateTable('withdrawal')
      .set({
        status: 'Pending2Fa',
        code_hash: arm.codeHash,
        code_mac: arm.codeMac,
        code_expires_at: arm.codeExpiresAt,
        ...toProofColumns(arm.transition),
        updated_at: arm.transition.at,
      })
      .where('ticket_id', '=', arm.ticketId)
      .where('status', '=', 'New')
      .returning(columns),
  );
  return notifyWithdrawalChanged(tx, row);
}

/**
 * Moves a ticket; returns its new row, or null when it was in none of the statuses of `from`, was ever in `unlessEver`, or has
 * moved since the transition was computed.
 */
export async function moveWithdrawal(
  db: TicketQueryable,
  move: {
    ticketId: TicketId;
    from: readonly string[];
    to: string;
    unlessEver?: string;
    txId?: string;
    reason?: string;
    moneyDone?: boolean;
  } & ({ transition: NewTransition } | { transition?: undefined; at: number }),
): Promise<WithdrawalRow | null> {
  const { unlessEver, transition } = move;
  let update = tables
    .updateTable('withdrawal')
    .set({
      status: move.to,
      ...toProofColumns(transition),
      ...(move.txId !== undefined && { tx_id: move.txId }),
      ...(move.reason !== undefined && { reject_reason: move.reason }),
      ...(move.moneyDone === true && { money_done: true }),
      updated_at: move.transition === undefined ? move.at : move.transition.at,
    })
    .where('ticket_id', '=', move.ticketId)
    .where('status', '=', matchAny(move.from));
  if (transition !== undefined) update = update.where('step', '=', transition.step - 1);
  if (unlessEver !== undefined)
    update = update.where((eb) => {
      const steps = eb.selectFrom('ticket_step as s').select('s.step_id');
      return eb.not(
        eb.exists(steps.where('s.ticket_id', '=', move.ticketId).where('s.status', '=', unlessEver)),
      );
    });
  const row = await runFirst(db, update.returning(columns));
  return notifyWithdrawalChanged(db, row);
}

function notifyWithdrawalChanged(on: TicketQueryable, row: StoredWithdrawal | null): WithdrawalRow | null {
  if (row === null) return null;
  on.changed({ table, ticketId: row.ticketId, accountId: row.accountId });
  return openWithdrawal(on, row);
}

/** Records that the hold is settled or released. */
export async function markMoneyDone(db: Queryable, id: TicketId): Promise<void> {
  await run(db, tables.updateTable('withdrawal').set({ money_done: true }).where('ticket_id', '=', id));
}

export async function findWithdrawal(db: SealedQueryable, id: TicketId): Promise<WithdrawalRow | null> {
  return openFirst(db, await runFirst(db, selectWithdrawals.where('ticket_id', '=', id)));
}

export async function findWithdrawalByCode(
  db: SealedQueryable,
  codeHash: Buffer,
): Promise<WithdrawalRow | null> {
  return openFirst(db, await runFirst(db, selectWithdrawals.where('code_hash', '=', codeHash)));
}

export async function findWithdrawalByRequest(
  db: SealedQueryable,
  accountId: AccountId,
  requestCode: string,
): Promise<WithdrawalRow | null> {
  const query = selectWithdrawals
    .where('account_id', '=', accountId)
    .where('request_code', '=', requestCode)
    .where('status', '<>', 'New');
  return openFirst(db, await runFirst(db, query));
}

/** Returns tickets with money still held, oldest first, in any of the given statuses. */
export async function listOpenWithdrawals(
  db: SealedQueryable,
  {
    statuses,
    providerIds,
    limit,
  }: {
    statuses: readonly string[];
    /** Only these providers: tickets of one rail never crowd out another's. */
    providerIds?: readonly number[];
    limit: number;
  },
): Promise<readonly WithdrawalRow[]> {
  let query = selectWithdrawals.where('money_done', '=', false).where('status', '=', matchAny(statuses));
  if (providerIds !== undefined) query = query.where('provider_id', '=', matchAny(providerIds));
  return openAll(db, await run(db, query.orderBy('ticket_id').limit(limit)));
}

/** Returns tickets that still wait for the mailed link after its time. */
export async function listExpiredWithdrawals(
  db: SealedQueryable,
  { at, limit }: { at: number; limit: number },
): Promise<readonly WithdrawalRow[]> {
  const query = selectWithdrawals
    .where('money_done', '=', false)
    .where('status', '=', 'Pending2Fa')
    .where('code_expires_at', '<=', millis(at));
  return openAll(db, await run(db, query.orderBy('ticket_id').limit(limit)));
}

/** Returns an account's tickets, newest first. A ticket still `New` has not been answered and is not shown. */
export async function listWithdrawals(
  db: SealedQueryable,
  page: { accountId: AccountId; productId?: ProductId; startIndex: number; limit: number },
): Promise<readonly WithdrawalRow[]> {
  const { accountId, productId, startIndex, limit } = page;
  let query = selectWithdrawals.where('account_id', '=', accountId).where('status', '<>', 'New');
  if (productId !== undefined) query = query.where('product_id', '=', productId);
  return openAll(db, await run(db, query.orderBy('ticket_id', 'desc').offset(startIndex).limit(limit)));
}

/** Returns a customer's paid tickets with a receiver, oldest first. */
export async function listPaidWithdrawals(
  db: SealedQueryable,
  paid: { readonly userId: UserId; readonly destination: string; readonly limit: number },
): Promise<readonly WithdrawalRow[]> {
  const { userId, destination, limit } = paid;
  const query = selectWithdrawals
    .where('user_id', '=', userId)
    .where(hasReceiver(db.seals, 'destination', { userId, receiver: destination }))
    .where('status', '=', 'FullyProcessed')
    .orderBy('created_at')
    .orderBy('ticket_id')
    .limit(limit);
  return openAll(db, await run(db, query));
}

/** Returns every ticket, oldest first. */
export async function listAllWithdrawals(db: SealedQueryable): Promise<readonly WithdrawalRow[]> {
  return openAll(db, await run(db, selectWithdrawals.orderBy('ticket_id')));
}

/** Returns every ticket without its receiver, oldest first, for checks against the engine. */
export async function listWithdrawalTerms(db: Queryable): Promise<readonly WithdrawalTerms[]> {
  return run(
    db,
    tables
      .selectFrom(table)
      .select([
        'ticket_id as ticketId',
        'account_id as accountId',
        'product_id as productId',
        'amount',
        'fee',
        'status',
        'money_done as moneyDone',
      ])
      .orderBy('ticket_id'),
  );
}

/** Lists tickets that are accepted and whose payment has not begun, of one account or of all, oldest first. */
export async function listAcceptedWithdrawals(
  db: Queryable,
  accountId: AccountId | null,
): Promise<readonly Pick<WithdrawalRow, 'ticketId' | 'accountId'>[]> {
  const accepted = tables
    .selectFrom(table)
    .select(['ticket_id as ticketId', 'account_id as accountId'])
    .where('money_done', '=', false)
    .where('status', '=', matchAny(['AutoAccepted', 'Accepted']));
  const query = accountId === null ? accepted : accepted.where('account_id', '=', accountId);
  return run(db, query.orderBy('ticket_id'));
}

/** Returns the newest tickets in any of the statuses, of one account or of all, newest first. */
export async function listNewestWithdrawals(
  db: SealedQueryable,
  filter: {
    readonly statuses: readonly string[];
    readonly accountId?: AccountId;
    readonly limit: number;
  },
): Promise<readonly WithdrawalRow[]> {
  let query = selectWithdrawals.where('status', '=', matchAny(filter.statuses));
  if (filter.accountId !== undefined) query = query.where('account_id', '=', filter.accountId);
  return openAll(db, await run(db, query.orderBy('ticket_id', 'desc').limit(filter.limit)));
}
