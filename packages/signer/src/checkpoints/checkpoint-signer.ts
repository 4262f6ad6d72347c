/**
 * Signs checkpoints of the journal and keeps them. It cannot read the journal; it guarantees that the journal it is shown only
 * grows: a checkpoint never replaces an earlier one.
 */
import { createPrivateKey, createPublicKey, hkdfSync, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { CheckpointFile, readCheckpoints } from '@salar/adapters/files/checkpoint-file';
import { formatCheckpoint, verifyCheckpoint } from '@salar/approvals/journal-checkpoint';
import type { JournalCheckpoint, SignedCheckpoint } from '@salar/approvals/journal-checkpoint';
import { accept, assert, refuse } from '@salar/protocol';
import type { Result } from '@salar/protocol';
import type { CheckpointRefusal, CheckpointSigner } from '@salar/services';
import type { HDKey } from '@scure/bip32';

/** Bounds the file if somebody requests checkpoints all the time. */
const pauseMs = 60_000;
/** The PKCS#8 form of an Ed25519 key before its 32 bytes. */
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex');

export class FileCheckpointSigner implements CheckpointSigner {
  readonly #path: string;
  readonly #file: CheckpointFile;
  readonly #privateKey: KeyObject;
  readonly #key: string;
  readonly #clock: () => number;
  readonly #onConflict: (sentence: string) => void;

  /** @param options.onConflict  is called with a sentence when a checkpoint contradicts an earlier one */
  constructor(options: {
    path: string;
    root: HDKey;
    clock: () => number;
    onConflict: (sentence: string) => void;
  }) {
    this.#path = options.path;
    this.#file = new CheckpointFile(options.path);
    this.#privateKey = deriveCheckpointKey(options.root);
    this.#key = formatCheckpointKey(this.#privateKey);
    this.#clock = options.clock;
    this.#onConflict = options.onConflict;
  }

  /** The newest checkpoint that was signed. */
  get last(): SignedCheckpoint | null {
    return this.#file.last;
  }

  checkpoint(end: JournalCheckpoint): Promise<Result<SignedCheckpoint, CheckpointRefusal>> {
    const signed = this.prepare(end);
    if (signed.ok) this.#append([signed.value]);
    return Promise.resolve(signed);
  }

  /** Signs a checkpoint without keeping it. The last one is returned again for the same row. */
  prepare({ sequence, hash }: JournalCheckpoint): Result<SignedCheckpoint, CheckpointRefusal> {
    const { last } = this.#file;
    if (last?.sequence === sequence && last.hash === hash) return accept(last);
    if (last !== null && sequence <= last.sequence) return this.#refuse({ sequence, hash }, last);
    const at = this.#clock();
    if (last !== null && at < last.at + pauseMs) return refuse('checkpoint_too_soon');
    const signature = sign(null, Buffer.from(formatCheckpoint({ sequence, hash, at })), this.#privateKey);
    return accept({ sequence, hash, at, key: this.#key, signature: signature.toString('base64') });
  }

  /** Keeps checkpoints that were signed with the key of this seed, the oldest first; all of them or none. */
  keep(checkpoints: readonly SignedCheckpoint[]): Result<null, 'checkpoint_conflict'> {
    const known = new Map(this.listAfter(0).map((one) => [one.sequence, one]));
    let last = this.#file.last?.sequence ?? 0;
    const added: SignedCheckpoint[] = [];
    for (const one of checkpoints) {
      const same = known.get(one.sequence);
      if (one.key !== this.#key || !verifyCheckpoint(one) || (same !== undefined && same.hash !== one.hash))
        return this.#refuse(one, same ?? null);
      if (one.sequence <= last) continue;
      last = one.sequence;
      added.push(one);
    }
    this.#append(added);
    return accept(null);
  }

  /** Lists the checkpoints of later commands, the oldest first. */
  listAfter(sequence: number): readonly SignedCheckpoint[] {
    return readCheckpoints(this.#path).filter((one) => one.sequence > sequence);
  }

  #append(checkpoints: readonly SignedCheckpoint[]): void {
    for (const one of checkpoints) if (one !== this.#file.last) this.#file.append(one);
  }

  #refuse(
    { sequence, hash }: JournalCheckpoint,
    signed: SignedCheckpoint | null,
  ): Result<never, 'checkpoint_conflict'> {
    const because =
      signed === null
        ? 'it has no valid signature'
        : `checkpoint ${signed.sequence} (${signed.hash}) is signed`;
    this.#onConflict(`checkpoint ${sequence} (${hash}) was refused: ${because}`);
    return refuse('checkpoint_conflict');
  }
}

/** Derives the key of the checkpoints from the seed, so that a restored seed signs with the same key. */
export function deriveCheckpointKey({ privateKey }: HDKey): KeyObject {
  assert(privateKey !== null, 'the seed derives private keys');
  const key = hkdfSync('sha256', privateKey, '', 'salar journal checkpoint 1', 32);
  return createPrivateKey({
    key: Buffer.concat([pkcs8Head, Buffer.from(key)]),
    format: 'der',
    type: 'pkcs8',
  });
}

/** Formats the public half of a key as the base64 of its SubjectPublicKeyInfo. */
export function formatCheckpointKey(privateKey: KeyObject): string {
  return createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).toString('base64');
}
