/**
 * Compares the signer's wallets with those that the database remembers. A signer whose seed is missing makes another one, and its
 * addresses would be shown to new customers while earlier deposits could no longer be paid out.
 */
import { createHash } from 'node:crypto';
import type { MacKey } from '@salar/services/crypto/mac-keys';
import type { OpenNetwork } from '@salar/services';
import { isAddressProved } from '@salar/services/deposits/deposit-addresses';
import type { Queryable } from '@salar/store';
import { findFirstAddress } from '@salar/store/tables/chains/deposit-addresses';
import { findWalletFingerprint, insertWalletFingerprint } from '@salar/store/tables/chains/wallet-identities';
import { StartFailure } from '../lifecycle/start-failure.ts';

type Wallets = Pick<OpenNetwork, 'scheme' | 'wallet'>;

/**
 * Remembers the wallets of each family at the first start, and refuses others from then on. A replaced hot key, gas key or branch of
 * deposit addresses is no other wallet: the first branch is the seed's for ever.
 *
 * @throws StartFailure when a family has other wallets
 */
export async function checkWallets(
  database: Queryable,
  networks: readonly Wallets[],
  { addressMac, clock }: { readonly addressMac: MacKey; readonly clock: () => number },
): Promise<void> {
  for (const { scheme, wallet } of networks) {
    const { family } = scheme;
    const fingerprint = computeWalletFingerprint(wallet.xpub);
    if ((await findWalletFingerprint(database, family)) === null) {
      // A database of an earlier version has addresses, and no fingerprint yet.
      const first = await findFirstAddress(database, family);
      if (
        first !== null &&
        isAddressProved(addressMac, first) &&
        scheme.derive(first.index) !== first.address
      )
        throw refuseWallets(family);
      await insertWalletFingerprint(database, { family, fingerprint, at: clock() });
    }
    const known = await findWalletFingerprint(database, family);
    if (known?.equals(fingerprint) !== true) throw refuseWallets(family);
  }
}

/** Computes the fingerprint of an extended public key. It reveals no address. */
function computeWalletFingerprint(xpub: string): Buffer {
  return createHash('sha256').update(`salar wallet 1 ${xpub}`).digest();
}

function refuseWallets(family: string): StartFailure {
  return new StartFailure(
    `The signer has other ${family} wallets than those of this database: its seed.json was missing and replaced by a new one, or is that of ` +
      'another exchange. No address of it was shown to anybody. Stop the signer, put the right seed.json back from its backup ' +
      '(docs/keys/loss.md), and start again.',
  );
}
