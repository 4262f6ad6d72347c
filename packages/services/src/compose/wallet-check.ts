/** Notices that the signer was started with other keys since the exchange was. */
import { isDeepStrictEqual } from 'node:util';
import { findWallet } from '../ports/chain-signer.ts';
import type { Log } from '../ports/log.ts';
import type { ExternalParties } from './open-network.ts';

/** Creates the comparison of the signer's wallets with those of the start. A difference is reported once. */
export function createWalletCheck(
  { signer, networks }: Pick<ExternalParties, 'signer' | 'networks'>,
  log: Log,
): () => Promise<void> {
  let isReported = false;
  return async () => {
    const wallets = await signer.identity();
    const isSame = networks.every(({ wallet }) =>
      isDeepStrictEqual(findWallet(wallets, wallet.family), wallet),
    );
    if (!isSame && !isReported)
      log.error(
        {},
        'ALERT: the signer has other wallets or other keys of deposit addresses than at the start: restart the exchange',
      );
    isReported = !isSame;
  };
}
