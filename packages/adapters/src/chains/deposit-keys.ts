/** Derives the public keys of deposit addresses from the extended public keys of their branches. */
import { assert } from '@salar/protocol';
import {
  findDepositPlace,
  firstDepositIndex,
  listDepositBranches,
} from '@salar/services/deposits/deposit-branches';
import type { DepositKeys } from '@salar/services/deposits/deposit-branches';
import { HDKey } from '@scure/bip32';

export type DepositDerivation = {
  /** The lowest index of the newest branch. */
  readonly firstIndex: number;
  /** Derives the key at an index. @throws when there is no such branch */
  readonly derive: (index: number) => HDKey;
};

export function openDepositKeys(keys: DepositKeys): DepositDerivation {
  const branches = listDepositBranches(keys).map(({ xpub }) => {
    const branch = HDKey.fromExtendedKey(xpub).deriveChild(0);
    assert(
      branch.privateKey === null,
      'deposit addresses are derived from a public key, never a private one',
    );
    return branch;
  });
  return {
    firstIndex: firstDepositIndex(branches.length - 1),
    derive(index) {
      const { branch, place } = findDepositPlace(index);
      const key = branches[branch];
      assert(key !== undefined, `the signer has branch ${branch} of deposit addresses`);
      return key.deriveChild(place);
    },
  };
}
