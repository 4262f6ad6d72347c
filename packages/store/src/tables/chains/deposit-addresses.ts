/** Deposit addresses: one row per derived address, its index from a counter that only grows. */
import type { AccountId } from '@salar/protocol';
import type { Queryable } from '../../database.ts';
import { isDust } from './address-movements.ts';
import { matchAny, lockUntilCommit, run, runFirst, tables } from '../query.ts';
import { advisoryLocks } from '../../advisory-locks.ts';

export type AddressRow = {
  readonly family: string;
  readonly index: number;
  readonly accountId: AccountId;
  readonly address: string;
  readonly mac: Buffer;
};

const columns = ['family', 'index', 'account_id as accountId', 'address', 'mac'] as const;
const selectAddresses = tables.selectFrom('deposit_address').select(columns);

/** Takes the next derivation index of a family, at least `min`; the first is 1, as 0 is the hot wallet. */
export async function takeAddressIndex(tx: Queryable, family: string, min = 1): Promise<number> {
  const row = await runFirst(
    tx,
    tables
      .insertInto('address_counter')
      .values({ family, next_index: min + 1 })
      .onConflict((conflict) =>
        conflict.column('family').doUpdateSet((eb) => ({
          next_index: eb(
            eb.fn<number>('greatest', [eb.ref('address_counter.next_index'), eb.val(min)]),
            '+',
            1,
          ),
        })),
      )
      .returning((eb) => eb('next_index', '-', 1).as('index')),
  );
  if (row === null) throw new Error('the address counter returned no index');
  return row.index;
}

/** Takes the index of the next key for change of a Bitcoin transaction. */
export function takeChangeIndex(tx: Queryable): Promise<number> {
  return takeAddressIndex(tx, 'bitcoin-change');
}

export async function insertAddress(tx: Queryable, row: AddressRow, createdAt: number): Promise<void> {
  await run(
    tx,
    tables.insertInto('deposit_address').values({
      family: row.family,
      index: row.index,
      account_id: row.accountId,
      address: row.address,
      mac: row.mac,
      created_at: createdAt,
    }),
  );
}

/** Serialises address creation of one account until the transaction ends. */
export async function lockAddresses(tx: Queryable, accountId: AccountId): Promise<void> {
  await lockUntilCommit(tx, advisoryLocks.addresses, accountId);
}

/** Addresses of an account that have at least an index. */
export type AddressesFrom = {
  readonly accountId: AccountId;
  readonly family: string;
  readonly firstIndex: number;
};

/** Returns the newest address of an account; null when it has none. */
export async function findNewestAddress(
  db: Queryable,
  { accountId, family, firstIndex }: AddressesFrom,
): Promise<AddressRow | null> {
  return runFirst(
    db,
    selectAddresses
      .where('account_id', '=', accountId)
      .where('family', '=', family)
      .where('index', '>=', firstIndex)
      .orderBy('index', 'desc')
      .limit(1),
  );
}

/** Returns the address of a family with the lowest index; null when there is none. */
export async function findFirstAddress(db: Queryable, family: string): Promise<AddressRow | null> {
  return runFirst(db, selectAddresses.where('family', '=', family).orderBy('index').limit(1));
}

/** Counts an account's addresses that never received a deposit; dust does not count. */
export async function countUnusedAddresses(
  db: Queryable,
  { accountId, family, firstIndex }: AddressesFrom,
): Promise<number> {
  const row = await runFirst(
    db,
    tables
      .selectFrom('deposit_address as a')
      .select(({ fn }) => fn.countAll<number>().as('unused'))
      .where('account_id', '=', accountId)
      .where('family', '=', family)
      .where('index', '>=', firstIndex)
      .where((eb) => {
        const deposits = eb.selectFrom('deposit as d').select('d.ticket_id');
        const used = deposits.whereRef('d.to_address', '=', 'a.address').where((of) => of.not(isDust('d')));
        return eb.not(eb.exists(used));
      }),
  );
  return row?.unused ?? 0;
}

/** Returns the rows of one address, whatever its family. */
export async function listAddressesOf(db: Queryable, address: string): Promise<readonly AddressRow[]> {
  return run(db, selectAddresses.where('address', '=', address));
}

/** Returns those of the given addresses that are ours. */
export async function findAddresses(
  db: Queryable,
  family: string,
  addresses: readonly string[],
): Promise<readonly AddressRow[]> {
  if (addresses.length === 0) return [];
  return run(db, selectAddresses.where('family', '=', family).where('address', '=', matchAny(addresses)));
}
