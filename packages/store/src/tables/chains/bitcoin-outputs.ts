/**
 * Our outputs on Bitcoin networks: free, reserved for a ticket or a move, or spent by its transaction in a block. Those of
 * cold storage are never free, and those of the house wallet for moves only. `taken-outputs.ts` has those that others have spent.
 */
import { sql } from 'kysely';
import type { ExpressionBuilder } from 'kysely';
import type { TicketId } from '@salar/protocol';
import type { Queryable } from '../../database.ts';
import { countRows, matchAny, run, runFirst, tables } from '../query.ts';
import type { Tables } from '../generated/tables.ts';
import { plannedAttemptColumns } from './planned-payments.ts';
import type { PlannedAttemptRow, WithPlan } from './planned-payments.ts';

export type OutpointRow = { readonly txId: string; readonly vout: number };
type OutpointColumns = Pick<Tables['bitcoin_output'], 'tx_id' | 'vout'>;
export type OutputRow = OutpointRow & {
  /** Satoshi. */
  readonly amount: bigint;
  /**
   * The account of deposit addresses has 0 for receiving and 1 for change, the account of the hot wallet 2 and 3. 4 is cold
   * storage, whose keys are offline, and 5 the house wallet.
   */
  readonly branch: 0 | 1 | 2 | 3 | 4 | 5;
  readonly index: number;
};
/** An output whose key the signer has. */
export type SignableOutputRow = OutputRow & { readonly branch: 0 | 1 | 2 | 3 | 5 };
/** A transaction in a block that spends outputs. */
export type SpentBy = { readonly chainId: number; readonly txId: string; readonly height: number };

/** The branch of outputs of cold storage; their index is that of its descriptor. */
export const coldBranch = 4;
/** The branch of outputs of the house wallet, whose index is always 0. Lower ones than that of cold storage are the hot wallet's. */
export const houseBranch = 5;
/** The branches whose outputs are our own change. */
const changeBranches = [1, 3] as const;

const columns = ['o.tx_id as txId', 'o.vout', 'o.amount', 'o.branch', 'o.index'] as const;
const selectOutputs = tables.selectFrom('bitcoin_output as o').select(columns);
export const selectLargestFirst = selectOutputs
  .orderBy('o.amount', 'desc')
  .orderBy('o.tx_id')
  .orderBy('o.vout');

/** Writes an output found in a block; a known one gets its block. */
export async function upsertOutput(
  tx: Queryable,
  output: OutputRow & { chainId: number; height: number; address: string; isOwn?: boolean },
): Promise<void> {
  const { chainId, txId, vout, amount, branch, index, height, address, isOwn: is_own = false } = output;
  await run(
    tx,
    tables
      .insertInto('bitcoin_output')
      .values({ chain_id: chainId, tx_id: txId, vout, amount, branch, index, height, address, is_own })
      .onConflict((conflict) =>
        conflict
          .columns(['chain_id', 'tx_id', 'vout'])
          .doUpdateSet((eb) => ({ height: eb.ref('excluded.height') })),
      ),
  );
}

/** Writes where the key of an address is now, for its outputs that no payment and no move has reserved. */
export async function placeOutputs(
  db: Queryable,
  {
    chainId,
    address,
    branch,
    index,
  }: Pick<OutputRow, 'branch' | 'index'> & { chainId: number; address: string },
): Promise<void> {
  await run(
    db,
    tables
      .updateTable('bitcoin_output')
      .set({ branch, index })
      .where('chain_id', '=', chainId)
      .where('address', '=', address)
      .where('ticket_id', 'is', null)
      .where('move_id', 'is', null)
      .where((eb) => eb.or([eb('branch', '<>', branch), eb('index', '<>', index)])),
  );
}

/** Returns true for an address that has ever received our change. */
export async function isChangeAddress(db: Queryable, address: string): Promise<boolean> {
  const change = tables.selectFrom('bitcoin_output').select('tx_id').where('branch', 'in', changeBranches);
  return (await runFirst(db, change.where('address', '=', address).limit(1))) !== null;
}

/** The outputs that payments spend: those of deposit addresses, change, and hot wallets of these addresses. Or those of a house wallet. */
type OutputSource = { readonly hotAddresses: readonly string[] } | { readonly houseAddress: string };

/**
 * Returns outputs of the hot wallet or of a house wallet that may be spent, largest first: in a block at `height` or below,
 * reserved for no payment or move, taken by nobody, and known to the books.
 */
export async function listFreeOutputs(
  db: Queryable,
  of: {
    readonly chainId: number;
    readonly height: number;
    readonly limit: number;
    readonly source: OutputSource;
  },
): Promise<readonly SignableOutputRow[]> {
  const { chainId, height, limit, source } = of;
  return run(
    db,
    selectLargestFirst
      .where('o.chain_id', '=', chainId)
      .where((eb) =>
        'hotAddresses' in source
          ? eb.and([eb('o.branch', '<', coldBranch), isOfKeys(eb, source.hotAddresses)])
          : eb.and([eb('o.branch', '=', houseBranch), eb('o.address', '=', source.houseAddress)]),
      )
      .where('o.ticket_id', 'is', null)
      .where('o.move_id', 'is', null)
      .where('o.taken_tx', 'is', null)
      .where('o.height', '<=', height)
      .where(isInBooks)
      .limit(limit)
      .$narrowType<{ branch: SignableOutputRow['branch'] }>(),
  );
}

/**
 * Returns false for outputs of a wallet whose key was replaced or lost, so that the signer has it no more. They are at index 0, which
 * no deposit address and no change has. Rows of before version 0.1 have no address.
 */
function isOfKeys(
  eb: ExpressionBuilder<Tables & { o: Tables['bitcoin_output'] }, 'o'>,
  addresses: readonly string[],
) {
  return eb.or([
    eb('o.index', '<>', 0),
    eb('o.address', 'is', null),
    eb('o.address', '=', matchAny(addresses)),
  ]);
}

/** Returns true for our own change, for what else our own transactions brought, and for a deposit that was credited. */
export function isInBooks(eb: ExpressionBuilder<Tables & { o: Tables['bitcoin_output'] }, 'o'>) {
  const key = sql<string>`'bitcoin:' || ${eb.ref('o.chain_id')} || ':' || ${eb.ref('o.tx_id')} || ':' || ${eb.ref('o.vout')}`;
  const isCredited = eb
    .selectFrom('deposit as d')
    .select((inner) =>
      inner
        .and([inner('d.status', '=', 'FullyProcessed'), inner('d.block_height', 'is not', null)])
        .as('is_credited'),
    )
    .where('d.key', '=', key);
  return eb.or([
    eb('o.branch', 'in', changeBranches),
    eb('o.is_own', '=', true),
    sql<boolean>`${isCredited}`,
  ]);
}

/** Returns outputs reserved for the ticket that no payment in a block spends yet. */
export async function listReservedOutputs(
  db: Queryable,
  ticketId: TicketId,
): Promise<readonly SignableOutputRow[]> {
  return run(
    db,
    selectLargestFirst
      .where('o.ticket_id', '=', ticketId)
      .where('o.spent_tx', 'is', null)
      .$narrowType<{ branch: SignableOutputRow['branch'] }>(),
  );
}

/** Builds a table of outpoints, to join with. */
export function listWanted(outpoints: readonly OutpointRow[]) {
  const txIds = outpoints.map(({ txId }) => txId);
  const vouts = outpoints.map(({ vout }) => vout);
  return sql<OutpointColumns>`unnest(${txIds}::text[], ${vouts}::bigint[])`.as<'wanted'>(
    sql`wanted (tx_id, vout)`,
  );
}

/**
 * Reserves free outputs for a ticket.
 * @returns how many of them were free
 */
export async function reserveOutputs(
  tx: Queryable,
  {
    chainId,
    ticketId,
    outpoints,
  }: { chainId: number; ticketId: TicketId; outpoints: readonly OutpointRow[] },
): Promise<number> {
  return countRows(
    tx,
    tables
      .updateTable('bitcoin_output as o')
      .from(listWanted(outpoints))
      .set({ ticket_id: ticketId })
      .where('o.chain_id', '=', chainId)
      .whereRef('o.tx_id', '=', 'wanted.tx_id')
      .whereRef('o.vout', '=', 'wanted.vout')
      .where('o.ticket_id', 'is', null)
      .where('o.move_id', 'is', null)
      .where('o.taken_tx', 'is', null)
      .returning('o.vout'),
  );
}

/** Releases what a ticket has reserved and not spent. */
export async function releaseOutputs(db: Queryable, ticketId: TicketId): Promise<void> {
  await run(
    db,
    tables
      .updateTable('bitcoin_output')
      .set({ ticket_id: null })
      .where('ticket_id', '=', ticketId)
      .where('spent_tx', 'is', null),
  );
}

/** Records that a block contains the payment `txId` of the ticket, which spends these outputs. */
export async function spendOutputs(
  tx: Queryable,
  spend: SpentBy & { ticketId: TicketId; outpoints: readonly OutpointRow[] },
): Promise<void> {
  await run(
    tx,
    tables
      .updateTable('bitcoin_output as o')
      .from(listWanted(spend.outpoints))
      .set({ spent_tx: spend.txId, spent_height: spend.height })
      .where('o.chain_id', '=', spend.chainId)
      .whereRef('o.tx_id', '=', 'wanted.tx_id')
      .whereRef('o.vout', '=', 'wanted.vout')
      .where('o.ticket_id', '=', spend.ticketId),
  );
}

/** Undoes what the blocks above `height` added and spent: the chain no longer has them. */
export async function rewindOutputs(tx: Queryable, chainId: number, height: number): Promise<void> {
  const ofChain = tables.updateTable('bitcoin_output').where('chain_id', '=', chainId);
  await run(tx, ofChain.set({ height: null }).where('height', '>', height));
  await run(tx, ofChain.set({ spent_tx: null, spent_height: null }).where('spent_height', '>', height));
}

/** Returns every signed form of the payments that no block contains, whatever has become of their tickets. */
export async function listUnminedAttempts(
  db: Queryable,
  chainId: number,
): Promise<readonly PlannedAttemptRow[]> {
  return run(
    db,
    tables
      .selectFrom('payment_attempt as a')
      .select(plannedAttemptColumns)
      .where('a.ticket_id', '=', anyOpenPayment(chainId))
      .orderBy('a.ticket_id')
      .orderBy('a.attempt')
      .$narrowType<WithPlan>(),
  );
}

/**
 * Returns, for each payment that no block contains, the signed form its ticket names: what the network may have lost.
 */
export async function listLostAttempts(
  db: Queryable,
  { chainId, limit }: { chainId: number; limit: number },
): Promise<readonly (PlannedAttemptRow & { readonly status: string })[]> {
  return run(
    db,
    tables
      .selectFrom('payment_attempt as a')
      .innerJoin('withdrawal as w', (join) =>
        join.onRef('w.ticket_id', '=', 'a.ticket_id').onRef('w.tx_id', '=', 'a.hash'),
      )
      .select([...plannedAttemptColumns, 'w.status'])
      .where('a.ticket_id', '=', anyOpenPayment(chainId))
      .orderBy('a.ticket_id')
      .limit(limit)
      .$narrowType<WithPlan>(),
  );
}

/** Returns the sum in satoshi of all outputs that are in a block and that no block spends. */
export async function sumUnspent(db: Queryable, chainId: number): Promise<bigint> {
  const row = await runFirst(
    db,
    tables
      .selectFrom('bitcoin_output')
      .select(({ fn }) => fn.sum<bigint | null>('amount').as('sum'))
      .where('chain_id', '=', chainId)
      .where('height', 'is not', null)
      .where('spent_tx', 'is', null)
      .where('taken_tx', 'is', null),
  );
  return row?.sum ?? 0n;
}

/**
 * An array, because it is short: for a join with it the planner expects many rows, and reads every payment ever made.
 */
function anyOpenPayment(chainId: number) {
  const open = tables
    .selectFrom('bitcoin_output')
    .select('ticket_id')
    .distinct()
    .where('chain_id', '=', chainId)
    .where('ticket_id', 'is not', null)
    .where('spent_tx', 'is', null);
  return sql<TicketId>`any(array(${open}))`;
}

/**
 * Returns every unspent output in the blocks up to `height`, reserved or not.
 *
 * @param of.walletAddresses  the wallets whose keys the signer has, and cold storage: outputs of others are left out
 */
export async function listUnspentOutputs(
  db: Queryable,
  of: {
    readonly chainId: number;
    readonly height: number;
    readonly walletAddresses: readonly string[];
  },
): Promise<readonly OutputRow[]> {
  const { chainId, height, walletAddresses } = of;
  return run(
    db,
    selectOutputs
      .where('o.chain_id', '=', chainId)
      .where('o.height', '<=', height)
      .where((eb) => eb.or([eb('o.branch', '=', coldBranch), isOfKeys(eb, walletAddresses)]))
      .where((eb) => eb.or([eb('o.spent_height', 'is', null), eb('o.spent_height', '>', height)]))
      .where((eb) => eb.or([eb('o.taken_height', 'is', null), eb('o.taken_height', '>', height)]))
      .orderBy('o.tx_id')
      .orderBy('o.vout'),
  );
}
