/** Payments: the on-chain side of a withdraw ticket. One nonce per ticket; every signed form is kept. */
import type { NotNull } from 'kysely';
import type { TicketId } from '@salar/protocol';
import type { Queryable } from '../../database.ts';
import { matchAny, countRows, run, runFirst, tables } from '../query.ts';

export type PaymentRow = {
  readonly ticketId: TicketId;
  readonly chainId: number;
  readonly sender: string;
  readonly nonce: number;
};

export type AttemptRow = {
  readonly ticketId: TicketId;
  /** From 1; a replacement with higher fees has the next number. */
  readonly attempt: number;
  readonly hash: string;
  /** The signed bytes as hex: broadcast again after a crash. */
  readonly raw: string;
  readonly feeMax: bigint;
  readonly feePriority: bigint;
  /** Height of the chain when it was signed. */
  readonly signedHeight: number;
};

/** Nonces and fees are null on networks without nonces only: `planned-payments.ts` reads the payments of those. */
type WithNonce = { nonce: NotNull };
type WithFees = { feeMax: NotNull; feePriority: NotNull };

const paymentColumns = ['ticket_id as ticketId', 'chain_id as chainId', 'sender', 'nonce'] as const;
const attemptColumns = [
  'a.ticket_id as ticketId',
  'a.attempt',
  'a.hash',
  'a.raw',
  'a.fee_max as feeMax',
  'a.fee_priority as feePriority',
  'a.signed_height as signedHeight',
] as const;

/** Returns the next nonce of a hot wallet; null before its first payment. */
export async function readNextNonce(db: Queryable, chainId: number, sender: string): Promise<number | null> {
  const row = await runFirst(
    db,
    tables
      .selectFrom('hot_nonce')
      .select('next_nonce')
      .where('chain_id', '=', chainId)
      .where('sender', '=', sender),
  );
  return row?.next_nonce ?? null;
}

/** Starts or raises the counter; never lowers it. */
export async function raiseNextNonce(
  db: Queryable,
  { chainId, sender, nonce }: { chainId: number; sender: string; nonce: number },
): Promise<void> {
  await run(
    db,
    tables
      .insertInto('hot_nonce')
      .values({ chain_id: chainId, sender, next_nonce: nonce })
      .onConflict((conflict) =>
        conflict.columns(['chain_id', 'sender']).doUpdateSet((eb) => ({
          next_nonce: eb.fn<number>('greatest', [
            eb.ref('hot_nonce.next_nonce'),
            eb.ref('excluded.next_nonce'),
          ]),
        })),
      ),
  );
}

/** Raises the counter of a hot wallet by one and returns the nonce that it had. */
function takeNextNonce(chainId: number, sender: string) {
  return tables
    .updateTable('hot_nonce')
    .set((eb) => ({ next_nonce: eb('next_nonce', '+', 1) }))
    .where('chain_id', '=', chainId)
    .where('sender', '=', sender)
    .returning((eb) => eb('next_nonce', '-', 1).as('nonce'));
}

/**
 * Takes the next nonce for a move that belongs to no ticket; call it inside a transaction. The counter must have been
 * started.
 */
export async function takeNonce(tx: Queryable, chainId: number, sender: string): Promise<number> {
  const row = await runFirst(tx, takeNextNonce(chainId, sender));
  if (row === null) throw new Error('the nonce counter of this hot wallet was never started');
  return row.nonce;
}

/** Takes the next nonce for a ticket; call it inside a transaction. The counter must have been started. */
export async function reservePayment(
  tx: Queryable,
  payment: { ticketId: TicketId; chainId: number; sender: string; createdAt: number },
): Promise<PaymentRow> {
  const { ticketId, chainId, sender, createdAt } = payment;
  const row = await runFirst(
    tx,
    tables
      .with('taken', () => takeNextNonce(chainId, sender))
      .insertInto('payment')
      .columns(['ticket_id', 'chain_id', 'sender', 'nonce', 'created_at'])
      .expression((eb) =>
        eb
          .selectFrom('taken')
          .select((eb) => [
            eb.val(ticketId).as('ticket_id'),
            eb.val(chainId).as('chain_id'),
            eb.val(sender).as('sender'),
            eb.ref('nonce').as('nonce'),
            eb.val(createdAt).as('created_at'),
          ]),
      )
      .returning(paymentColumns)
      .$narrowType<WithNonce>(),
  );
  if (row === null) throw new Error('the nonce counter of this hot wallet was never started');
  return row;
}

/** Returns a nonce with which nothing was signed: only the newest one can be returned, so that no gap is left. */
export async function returnPayment(tx: Queryable, payment: PaymentRow): Promise<boolean> {
  const returned = await countRows(
    tx,
    tables
      .updateTable('hot_nonce')
      .set({ next_nonce: payment.nonce })
      .where('chain_id', '=', payment.chainId)
      .where('sender', '=', payment.sender)
      .where('next_nonce', '=', payment.nonce + 1)
      .returning('next_nonce'),
  );
  if (returned === 0) return false;
  await run(tx, tables.deleteFrom('payment').where('ticket_id', '=', payment.ticketId));
  return true;
}

export async function findPayment(db: Queryable, ticketId: TicketId): Promise<PaymentRow | null> {
  return runFirst(
    db,
    tables
      .selectFrom('payment')
      .select(paymentColumns)
      .where('ticket_id', '=', ticketId)
      .$narrowType<WithNonce>(),
  );
}

/**
 * Returns the payment, among those of the given tickets, whose nonce has no signed bytes yet: a crash came between.
 * There is at most one per hot wallet.
 */
export async function findUnsignedPayment(
  db: Queryable,
  of: { chainId: number; sender: string; ticketIds: readonly TicketId[] },
): Promise<PaymentRow | null> {
  return runFirst(
    db,
    tables
      .selectFrom('payment as p')
      .select(paymentColumns)
      .where('ticket_id', '=', matchAny(of.ticketIds))
      .where('chain_id', '=', of.chainId)
      .where('sender', '=', of.sender)
      .where((eb) => {
        const attempts = eb.selectFrom('payment_attempt as a').select('a.attempt');
        return eb.not(eb.exists(attempts.whereRef('a.ticket_id', '=', 'p.ticket_id')));
      })
      .orderBy('nonce')
      .limit(1)
      .$narrowType<WithNonce>(),
  );
}

export async function insertAttempt(tx: Queryable, attempt: AttemptRow, createdAt: number): Promise<void> {
  await run(
    tx,
    tables.insertInto('payment_attempt').values({
      ticket_id: attempt.ticketId,
      attempt: attempt.attempt,
      hash: attempt.hash,
      raw: attempt.raw,
      fee_max: attempt.feeMax,
      fee_priority: attempt.feePriority,
      signed_height: attempt.signedHeight,
      created_at: createdAt,
    }),
  );
}

/** Returns every signed form of a ticket's payment, newest first. */
export async function listPaymentAttempts(db: Queryable, ticketId: TicketId): Promise<readonly AttemptRow[]> {
  return run(
    db,
    tables
      .selectFrom('payment_attempt as a')
      .select(attemptColumns)
      .where('a.ticket_id', '=', ticketId)
      .orderBy('a.attempt', 'desc')
      .$narrowType<WithFees>(),
  );
}

/**
 * Returns the newest signed form of every payment from `nonce` on, in the order of nonces: what a chain may have
 * lost.
 */
export async function listAttemptsFrom(
  db: Queryable,
  from: { chainId: number; sender: string; nonce: number; limit: number },
): Promise<readonly AttemptRow[]> {
  return run(
    db,
    tables
      .selectFrom('payment as p')
      .innerJoin('payment_attempt as a', 'a.ticket_id', 'p.ticket_id')
      .distinctOn('p.nonce')
      .select(attemptColumns)
      .where('p.chain_id', '=', from.chainId)
      .where('p.sender', '=', from.sender)
      .where('p.nonce', '>=', from.nonce)
      .orderBy('p.nonce')
      .orderBy('a.attempt', 'desc')
      .limit(from.limit)
      .$narrowType<WithFees>(),
  );
}
