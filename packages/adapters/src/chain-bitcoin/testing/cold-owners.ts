/** Three owners of Bitcoin cold storage on a test network, with the descriptor of their keys. */
import { HDKey } from '@scure/bip32';
import { coldPath, formatColdKey } from '../cold-descriptor.ts';

/** The roots of three owners, any two of whom spend. */
export const coldRoots: readonly HDKey[] = [11, 12, 13].map((fill) =>
  HDKey.fromMasterSeed(new Uint8Array(32).fill(fill)),
);

const keys = coldRoots.map((root) => formatColdKey(root, coldPath('regtest'), 'regtest'));

export const coldDescriptor = `wsh(sortedmulti(2,${keys.join(',')}))`;
