/** Expected balances of wallets and books according to the tickets, and the outcome of each comparison. */
import { sql } from 'kysely';
import type { Expression } from 'kysely';
import type { ProductId, TicketId } from '@salar/protocol';
import type { Queryable } from '../../database.ts';
import { isDust } from '../chains/address-movements.ts';
import { isInRanges } from '../chains/house-moves.ts';
import type { IndexRange } from '../chains/house-moves.ts';
import { matchAny, run, runFirst, tables } from '../query.ts';

type WalletKey = { readonly chainId: number; readonly productId: ProductId };

const sumDeposits = tables
  .selectFrom('deposit as d')
  .select(({ fn }) => fn.sum<bigint>('d.amount').as('sum'));
const sumPayouts = tables
  .selectFrom('withdrawal as w')
  .select((eb) => eb.fn.sum<bigint>(sql`${eb.ref('w.amount')} - ${eb.ref('w.fee')}`).as('sum'));
const sumCosts = tables
  .selectFrom('network_cost as n')
  .select(({ fn }) => fn.sum<bigint>('n.amount').as('sum'));
const sumCorrections = tables
  .selectFrom('wallet_correction as x')
  .select(({ fn }) => fn.sum<bigint>('x.amount').as('sum'));

/** Builds `credits - payouts - costs + corrections`: a sum without rows is zero. */
function balance(sums: {
  readonly credits: Expression<unknown>;
  readonly payouts: Expression<unknown>;
  readonly costs: Expression<unknown>;
  readonly corrections?: Expression<unknown>;
}) {
  const { credits, payouts, costs, corrections = sql`0` } = sums;
  return sql<bigint>`coalesce(${credits}, 0) - coalesce(${payouts}, 0) - coalesce(${costs}, 0)
    + coalesce(${corrections}, 0)`;
}

type DepositsOnChain = WalletKey & { readonly height: number; readonly isDustCounted: boolean };

function sumDepositsOnChain({ chainId, productId, height, isDustCounted }: DepositsOnChain) {
  return sumDeposits
    .where('d.chain_id', '=', chainId)
    .where('d.product_id', '=', productId)
    .where('d.block_height', '<=', height)
    .where((eb) => {
      if (isDustCounted) return eb.val(true);
      const others = eb.selectFrom('deposit as u').select('u.ticket_id');
      const isUsed = others
        .whereRef('u.to_address', '=', 'd.to_address')
        .where('u.chain_id', '=', chainId)
        .where((used) => used.not(isDust('u')));
      return eb.or([eb.not(isDust('d')), eb.exists(isUsed)]);
    });
}

/**
 * Returns how much of what the wallets are expected to hold may be missing, although they hold all that is owed: deposits to exposed
 * addresses that are not credited, which a thief with the key may have taken, and of the coin the gas that these addresses were given.
 *
 * @param of.exposed  the indexes of exposed addresses
 * @param of.gasMax  the most gas that counts, whatever the rows say; 0n for other products than the coin
 */
export async function computeAtRisk(
  db: Queryable,
  of: DepositsOnChain & {
    readonly family: string;
    readonly exposed: readonly IndexRange[];
    readonly gasMax: bigint;
  },
): Promise<bigint> {
  if (of.exposed.length === 0) return 0n;
  const addresses = tables
    .selectFrom('deposit_address as a')
    .select('a.address')
    .where('a.family', '=', of.family)
    .where((eb) => isInRanges(eb.ref('a.index'), of.exposed));
  const uncredited = sumDepositsOnChain(of)
    .where('d.status', '<>', 'FullyProcessed')
    .where('d.to_address', 'in', addresses);
  const given = tables
    .selectFrom('house_move as m')
    .innerJoin('house_move_attempt as t', 't.move_id', 'm.move_id')
    .select(({ fn }) => fn.sum<bigint>('t.amount').as('sum'))
    .where('m.chain_id', '=', of.chainId)
    .where('m.kind', '=', 'gas')
    .where('m.status', '<>', 'Failed')
    .where('t.attempt', '=', 1)
    .where((eb) => isInRanges(eb.ref('m.address_index').$notNull(), of.exposed));
  const sum = sql<bigint>`coalesce(${uncredited}, 0) + least(coalesce(${given}, 0), ${of.gasMax}::numeric)`;
  return (await runFirst(db, tables.selectNoFrom(sum.as('sum'))))?.sum ?? 0n;
}

/**
 * Returns what the wallets of a network hold of a product according to the rows: deposits in blocks up to `height`
 * (credited or not), less what finished withdrawals paid, less costs, and corrections. The caller accounts for unfinished
 * payments. Without `isDustCounted`, the dust of addresses that have nothing else does not count, as where those are not read.
 */
export async function computeExpectedOnChain(db: Queryable, of: DepositsOnChain): Promise<bigint> {
  const { chainId, productId } = of;
  const expected = balance({
    credits: sumDepositsOnChain(of),
    payouts: sumPayouts
      .innerJoin('payment as p', 'p.ticket_id', 'w.ticket_id')
      .where('p.chain_id', '=', chainId)
      .where('w.product_id', '=', productId)
      .where('w.status', '=', 'FullyProcessed'),
    costs: sumCosts.where('n.chain_id', '=', chainId).where('n.product_id', '=', productId),
    corrections: sumCorrections.where('x.chain_id', '=', chainId).where('x.product_id', '=', productId),
  });
  const row = await runFirst(db, tables.selectNoFrom(expected.as('expected')));
  return row?.expected ?? 0n;
}

/**
 * Returns the expected custody over all networks and banks: credited deposits still on their chain, less what
 * finished withdrawals paid, less costs, and corrections.
 */
export async function computeExpectedCustody(db: Queryable, productId: ProductId): Promise<bigint> {
  const expected = balance({
    credits: sumDeposits
      .where('d.product_id', '=', productId)
      .where('d.status', '=', 'FullyProcessed')
      .where('d.reversed_at', 'is', null),
    payouts: sumPayouts.where('w.product_id', '=', productId).where('w.status', '=', 'FullyProcessed'),
    costs: sumCosts.where('n.product_id', '=', productId),
    corrections: sumCorrections.where('x.product_id', '=', productId),
  });
  const row = await runFirst(db, tables.selectNoFrom(expected.as('expected')));
  return row?.expected ?? 0n;
}

export type PaymentInFlight = {
  readonly ticketId: TicketId;
  readonly productId: ProductId;
  /** Minor units that the receiver gets. */
  readonly net: bigint;
  /** The hash of a signed form; any of them may be in a block. */
  readonly hash: string;
  /** Its plan, on networks without nonces. */
  readonly plan: string | null;
};

/** Returns signed forms of payments that are not finished. */
export async function listPaymentsInFlight(
  db: Queryable,
  chainId: number,
): Promise<readonly PaymentInFlight[]> {
  return run(
    db,
    tables
      .selectFrom('withdrawal as w')
      .innerJoin('payment as p', 'p.ticket_id', 'w.ticket_id')
      .innerJoin('payment_attempt as a', 'a.ticket_id', 'w.ticket_id')
      .select((eb) => [
        'w.ticket_id as ticketId',
        'w.product_id as productId',
        sql<bigint>`${eb.ref('w.amount')} - ${eb.ref('w.fee')}`.as('net'),
        'a.hash',
        'a.plan',
      ])
      .where('p.chain_id', '=', chainId)
      .where('w.money_done', '=', false)
      .orderBy('w.ticket_id')
      .orderBy('a.attempt'),
  );
}

/** Returns the signed forms of a ticket's payment, finished or not. */
export async function listAttemptHashes(
  db: Queryable,
  ticketId: TicketId,
): Promise<readonly { readonly chainId: number; readonly hash: string }[]> {
  return run(
    db,
    tables
      .selectFrom('payment as p')
      .innerJoin('payment_attempt as a', 'a.ticket_id', 'p.ticket_id')
      .select(['p.chain_id as chainId', 'a.hash'])
      .where('p.ticket_id', '=', ticketId)
      .orderBy('a.attempt', 'desc'),
  );
}

/** Returns which of the given transactions have a recorded cost. */
export async function findKnownCosts(
  db: Queryable,
  chainId: number,
  txIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await run(
    db,
    tables
      .selectFrom('network_cost')
      .select('tx_id as txId')
      .where('chain_id', '=', chainId)
      .where('tx_id', '=', matchAny(txIds)),
  );
  return new Set(rows.map((row) => row.txId));
}

export type WalletCorrection = WalletKey & {
  readonly key: string;
  readonly ticketId: TicketId;
  /** Positive: the wallet holds more than its tickets explain. */
  readonly amount: bigint;
  readonly reason: string;
  /** Proves who wrote it; null in a row of version 0.1 that has none yet. */
  readonly mac: Buffer | null;
};

const correctionColumns = [
  'key',
  'chain_id as chainId',
  'product_id as productId',
  'ticket_id as ticketId',
  'amount',
  'reason',
  'mac',
] as const;
const selectCorrections = tables.selectFrom('wallet_correction').select(correctionColumns);

/** Adds a correction under its key and returns it; returns the existing one when the key is taken. */
export async function insertCorrection(
  db: Queryable,
  correction: WalletCorrection,
  at: number,
): Promise<WalletCorrection> {
  const { key, chainId, productId, ticketId, amount, reason, mac } = correction;
  const row = await runFirst(
    db,
    tables
      .insertInto('wallet_correction')
      .values({
        key,
        chain_id: chainId,
        product_id: productId,
        ticket_id: ticketId,
        amount,
        reason,
        mac,
        created_at: at,
      })
      // Writes the key that is there, so that the row is returned.
      .onConflict((conflict) => conflict.column('key').doUpdateSet((eb) => ({ key: eb.ref('excluded.key') })))
      .returning(correctionColumns),
  );
  if (row === null) throw new Error('an inserted correction was not returned');
  return row;
}

/** Gives a correction of a version without MACs its MAC. */
export async function sealCorrection(db: Queryable, key: string, mac: Buffer): Promise<void> {
  await run(
    db,
    tables.updateTable('wallet_correction').set({ mac }).where('key', '=', key).where('mac', 'is', null),
  );
}

/** Returns all corrections, of every network. */
export async function listCorrections(db: Queryable): Promise<readonly WalletCorrection[]> {
  return run(db, selectCorrections.orderBy('ticket_id'));
}

/** Returns the correction under a key; null without one. */
export async function findCorrection(db: Queryable, key: string): Promise<WalletCorrection | null> {
  return runFirst(db, selectCorrections.where('key', '=', key));
}

/** Returns every correction of a network, so that the ledger can be called again. */
export async function listWalletCorrections(
  db: Queryable,
  chainId: number,
): Promise<readonly WalletCorrection[]> {
  return run(db, selectCorrections.where('chain_id', '=', chainId).orderBy('ticket_id'));
}

export type ReconciliationRow = {
  readonly productId: ProductId;
  /** The name of a network, for its wallets; `banks`; or `books` for the product as a whole. */
  readonly part: string;
  readonly expected: bigint;
  readonly found: bigint;
  readonly at: number;
  /** Null while both are equal. */
  readonly differentSince: number | null;
};

/** Stores the outcome of a comparison. */
export async function saveReconciliation(
  db: Queryable,
  result: Omit<ReconciliationRow, 'differentSince'>,
): Promise<void> {
  const { productId, part, expected, found, at } = result;
  await run(
    db,
    tables
      .insertInto('reconciliation')
      .values({
        product_id: productId,
        part,
        expected,
        found,
        at,
        different_since: expected === found ? null : at,
      })
      .onConflict((conflict) =>
        conflict.columns(['product_id', 'part']).doUpdateSet((eb) => ({
          expected: eb.ref('excluded.expected'),
          found: eb.ref('excluded.found'),
          at: eb.ref('excluded.at'),
          different_since: eb
            .case()
            .when('excluded.different_since', 'is', null)
            .then(null)
            .else(eb.fn.coalesce('reconciliation.different_since', 'excluded.different_since'))
            .end(),
        })),
      ),
  );
}

/** Applies a correction to the newest comparison of a wallet, so that the same difference is not explained twice. */
export async function correctReconciliation(
  db: Queryable,
  { productId, part, amount }: { productId: ProductId; part: string; amount: bigint },
): Promise<void> {
  await run(
    db,
    tables
      .updateTable('reconciliation')
      .set((eb) => {
        const corrected = eb('expected', '+', amount);
        return {
          expected: corrected,
          different_since: eb
            .case()
            .when(eb(corrected, '=', eb.ref('found')))
            .then(null)
            .else(eb.ref('different_since'))
            .end(),
        };
      })
      .where('product_id', '=', productId)
      .where('part', '=', part),
  );
}

/** Returns the last outcome of every comparison. */
export async function listReconciliations(db: Queryable): Promise<readonly ReconciliationRow[]> {
  return run(
    db,
    tables
      .selectFrom('reconciliation')
      .select([
        'product_id as productId',
        'part',
        'expected',
        'found',
        'at',
        'different_since as differentSince',
      ])
      .orderBy('product_id')
      .orderBy('part'),
  );
}

/**
 * Returns what our bank accounts hold of a product by the lines of their statements, and by the tickets: credits,
 * less payouts that the bank has, less its charges. One query reads both sides, so that neither is ahead of the
 * other.
 */
export async function compareBanks(
  db: Queryable,
  productId: ProductId,
): Promise<{ readonly expected: bigint; readonly found: bigint }> {
  const lines = tables
    .selectFrom('bank_entry as b')
    .select(({ fn }) => fn.sum<bigint>('b.amount').as('sum'))
    .where('b.product_id', '=', productId);
  const expected = balance({
    credits: sumDeposits
      .where('d.product_id', '=', productId)
      .where('d.chain_id', '=', 0)
      .where('d.status', 'in', ['Confirmed', 'FullyProcessed']),
    payouts: sumPayouts
      .where('w.product_id', '=', productId)
      .where('w.status', 'in', ['Submitted', 'Confirmed', 'FullyProcessed'])
      .where((eb) => {
        const payments = eb.selectFrom('payment as p').select('p.ticket_id');
        return eb.not(eb.exists(payments.whereRef('p.ticket_id', '=', 'w.ticket_id')));
      }),
    costs: sumCosts.where('n.product_id', '=', productId).where('n.chain_id', '=', 0),
  });
  const row = await runFirst(
    db,
    tables.selectNoFrom([sql<bigint>`coalesce(${lines}, 0)`.as('found'), expected.as('expected')]),
  );
  return row ?? { expected: 0n, found: 0n };
}
