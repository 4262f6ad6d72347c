/**
 * Has the end of the journal signed by a party that has no access to the database, and compares the journal with the last
 * checkpoint before. A journal that was rewritten before that checkpoint is noticed here within an interval, and by
 * `npm run verify` for all checkpoints.
 */
import type { SignedCheckpoint } from '@salar/approvals/journal-checkpoint';
import { sequence } from '@salar/protocol';
import { JournalBroken, readHashEndingAt, readJournalHead } from '@salar/store';
import type { Database } from '@salar/store';
import type { CheckpointSigner } from '../ports/checkpoint-signer.ts';
import type { Log } from '../ports/log.ts';

/** Keeps checkpoints outside of the database. */
type CheckpointStore = {
  readonly last: SignedCheckpoint | null;
  append(checkpoint: SignedCheckpoint): void;
};

export type JournalCheckpointsOptions = {
  readonly database: Database;
  readonly signer: CheckpointSigner;
  readonly store: CheckpointStore;
  readonly log: Log;
};

export class JournalCheckpoints {
  readonly #options: JournalCheckpointsOptions;

  constructor(options: JournalCheckpointsOptions) {
    this.#options = options;
  }

  /**
   * Adds one checkpoint when the journal has grown. A journal that differs from the last one gets none.
   *
   * @throws SignerUnavailable, and the failures of the database
   */
  async work(): Promise<void> {
    const { database, signer, store, log } = this.#options;
    const { last } = store;
    if (last !== null && !(await this.#agrees(last))) return;
    const head = await readJournalHead(database);
    if (head.sequence === 0 || head.sequence === last?.sequence) return;
    const checkpoint = { sequence: head.sequence, hash: Buffer.from(head.hash).toString('hex') };
    const signed = await signer.checkpoint(checkpoint);
    if (signed.ok) return store.append(signed.value);
    if (signed.refusal !== 'checkpoint_too_soon')
      log.error(
        { ...checkpoint, refusal: signed.refusal },
        'ALERT: the signer refuses a checkpoint of the journal: it has signed another journal before',
      );
  }

  async #agrees(last: SignedCheckpoint): Promise<boolean> {
    const difference = await findCheckpointDifference(this.#options.database, last);
    if (difference === null) return true;
    const { sequence: at, hash } = last;
    this.#options.log.error(
      { sequence: at, hash, difference },
      'ALERT: the journal differs from its signed checkpoint',
    );
    return false;
  }
}

/** Compares the journal with a checkpoint. @returns what differs as a sentence, null when nothing does */
export async function findCheckpointDifference(
  database: Database,
  checkpoint: Pick<SignedCheckpoint, 'sequence' | 'hash'>,
): Promise<string | null> {
  try {
    const hash = await readHashEndingAt(database, sequence(checkpoint.sequence));
    const found = Buffer.from(hash).toString('hex');
    return found === checkpoint.hash ? null : `the journal's hash there is ${found}`;
  } catch (error) {
    if (error instanceof JournalBroken) return error.message;
    throw error;
  }
}
