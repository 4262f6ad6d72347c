/**
 * The branches of deposit addresses: the keys from which they were derived, one after the other.
 *
 * A branch is replaced by appending another one. The index of an address names both: the number of its branch times 2^31, and its place
 * below the branch. So addresses of the first branch keep the indexes that they always had.
 */
import type { NetworkSettings } from '../tickets/networks.ts';

/** The places of a branch: those that an extended public key can derive. */
const placesPerBranch = 2 ** 31;

/** More branches than anybody replaces. */
export const depositBranchesMax = 64;

export type DepositBranch = {
  /** The account-level extended public key. */
  readonly xpub: string;
};

/** The keys of a family's deposit addresses, which the signer has in its policy. */
export type DepositKeys = {
  /** The extended public key of the first branch. */
  readonly xpub: string;
  /** All branches, the first one included and the newest last: absent until the first one is replaced. */
  readonly depositBranches?: readonly DepositBranch[];
};

export type DepositPlace = { readonly branch: number; readonly place: number };

/** Lists the branches, the newest last: new addresses are derived from that one. */
export function listDepositBranches({ xpub, depositBranches }: DepositKeys): readonly DepositBranch[] {
  return depositBranches ?? [{ xpub }];
}

/** Returns the branch of an index, and its place below it. */
export function findDepositPlace(index: number): DepositPlace {
  return { branch: Math.floor(index / placesPerBranch), place: index % placesPerBranch };
}

/** The indexes from `first` to `last`. */
export type DepositIndexes = { readonly first: number; readonly last: number };

/** Lists the indexes of the branches whose private keys others may have. */
export function listCompromisedIndexes({
  compromisedBranches = [],
}: Pick<NetworkSettings, 'compromisedBranches'>): readonly DepositIndexes[] {
  return compromisedBranches.map((branch) => ({
    first: firstDepositIndex(branch),
    last: firstDepositIndex(branch + 1) - 2,
  }));
}

/** Returns true for the index of an address whose private key others may have. */
export function isCompromisedIndex(
  network: Pick<NetworkSettings, 'compromisedBranches'>,
  index: number,
): boolean {
  return listCompromisedIndexes(network).some(({ first, last }) => index >= first && index <= last);
}

/** Returns the lowest index of a branch. Place 0 is no customer's: it is the hot wallet in the first branch of a seed of version 0.1. */
export function firstDepositIndex(branch: number): number {
  return branch * placesPerBranch + 1;
}

/** Returns true for the index of a customer's address below one of the first `branches` branches. */
export function isDepositIndex(index: number, branches: number): boolean {
  if (!Number.isSafeInteger(index)) return false;
  const { branch, place } = findDepositPlace(index);
  return branch >= 0 && branch < branches && place > 0;
}
