/** The transfers of a network that are deposits: from outside, to one of our own addresses. */
import { houseAccounts } from '@salar/protocol';
import type { AccountId } from '@salar/protocol';
import type { Queryable } from '@salar/store';
import type { AddressScheme, ChainTransfer } from '../ports/chain-client.ts';
import type { DepositAddresses } from './deposit-addresses.ts';

/** Our addresses on a network, and whose they are. */
export type AddressOwners = {
  readonly scheme: AddressScheme;
  readonly addresses: Pick<DepositAddresses, 'findOwners'>;
  /** The house's wallets: external transfers to them are the operator's own money. */
  readonly houseAddresses: readonly string[];
};

/** Transfers that are looked up at once: a stranger decides how many a block has, and other work goes on between them. */
const lookUpMax = 1000;

export type IncomingTransfer = { readonly transfer: ChainTransfer; readonly accountId: AccountId };

/**
 * Finds external transfers to our addresses, a customer's or the house's; our own moves are left out.
 *
 * @throws InvariantError when one of our own addresses was changed in the database
 */
export async function findIncoming(
  owners: AddressOwners,
  db: Queryable,
  transfers: readonly ChainTransfer[],
): Promise<readonly IncomingTransfer[]> {
  const incoming: IncomingTransfer[] = [];
  for (let start = 0; start < transfers.length; start += lookUpMax)
    incoming.push(...(await findAmong(owners, db, transfers.slice(start, start + lookUpMax))));
  return incoming;
}

async function findAmong(
  { addresses, scheme, houseAddresses }: AddressOwners,
  db: Queryable,
  transfers: readonly ChainTransfer[],
): Promise<readonly IncomingTransfer[]> {
  const parties = [...new Set(transfers.flatMap((transfer) => [transfer.to, transfer.from]))];
  const customers = await addresses.findOwners(db, scheme, parties);
  const house = houseAddresses.map((address) => [address, houseAccounts.operatorFunding] as const);
  const owners = new Map([...customers, ...house]);
  return transfers.flatMap((transfer) => {
    const accountId = owners.get(transfer.to);
    const isOurOwnMove = owners.has(transfer.from);
    return accountId === undefined || isOurOwnMove || transfer.amount <= 0n ? [] : [{ transfer, accountId }];
  });
}
