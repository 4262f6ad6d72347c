/** Checkpoints of the journal that are signed with the key of a test's seed. */
import { HDKey } from '@scure/bip32';
import { FileCheckpointSigner } from '../checkpoints/checkpoint-signer.ts';

export function openTestCheckpoints(
  path: string,
  options: { readonly clock?: () => number; readonly onConflict?: (sentence: string) => void } = {},
): FileCheckpointSigner {
  const { clock = Date.now, onConflict = () => undefined } = options;
  return new FileCheckpointSigner({
    path,
    root: HDKey.fromMasterSeed(new Uint8Array(64).fill(1)),
    clock,
    onConflict,
  });
}
