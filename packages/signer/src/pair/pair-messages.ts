/** The messages between the two signers of a pair; every field is validated. */
import { checkpointSchema } from '@salar/adapters/files/checkpoint-file';
import type { SignedCheckpoint } from '@salar/approvals/journal-checkpoint';
import { z } from 'zod';
import type { ClaimHead } from '../claims/claim-store.ts';

/** Entries in one message. */
export const entriesMax = 1_000;

const headSchema = z.strictObject({
  number: z.int().min(0),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
});
/** Checkpoints of the journal in one message. */
export const checkpointsMax = 1_000;

const checkpointsSchema = z.strictObject({
  term: z.int().min(0),
  checkpoints: z.array(checkpointSchema).max(checkpointsMax),
});
const afterSchema = z.strictObject({ sequence: z.int().min(0) });
const replicateSchema = z.strictObject({
  term: z.int().min(0),
  /** The leader's clock, by which its entries count for the caps. */
  at: z.int().min(0),
  after: headSchema,
  texts: z.array(z.string()).max(entriesMax),
});

/** Entries of the leader, and the head that they follow. Without entries it only compares the records. */
export type ReplicateRequest = z.infer<typeof replicateSchema>;
/** The follower's head; nothing was appended when it was not the one that the entries follow. */
export type ReplicateAnswer = { readonly appended: boolean; readonly head: ClaimHead };

/** Checkpoints of the leader, the oldest first. Without any it only compares the records. */
export type CheckpointsRequest = z.infer<typeof checkpointsSchema>;
/** The follower's newest checkpoint; null before the first. */
export type CheckpointsAnswer = { readonly last: SignedCheckpoint | null };
/** `checkpoint_conflict`: the follower has another checkpoint of the same command. */
export type CheckpointsRefusal = 'term_outdated' | 'both_lead' | 'checkpoint_conflict';

/**
 * `term_outdated`: the other signer leads, or follows a later leader. `both_lead`: both were made the leader apart.
 * `records_differ`: each has entries that the other lacks. `clocks_differ`: a change of the leader would give the caps of the hour a
 * second time.
 */
export type PairRefusal = 'term_outdated' | 'both_lead' | 'records_differ' | 'clocks_differ';

/** Describes each refusal for an alert. */
export const refusalTexts: Readonly<Record<PairRefusal, string>> = {
  term_outdated: 'the other signer leads',
  both_lead: 'both signers were made the leader: stop the one whose record is not complete',
  clocks_differ:
    'the clocks of the two signers differ by more than 30 seconds: nothing is signed until they agree',
  records_differ: 'the records of the two signers differ: each has signed what the other lacks',
};

/** Parses a request; returns null when anything is missing or of another type. */
export function readReplicateRequest(value: unknown): ReplicateRequest | null {
  return replicateSchema.safeParse(value).data ?? null;
}

/** Parses a head; returns null when anything is missing or of another type. */
export function readHead(value: unknown): ClaimHead | null {
  return headSchema.safeParse(value).data ?? null;
}

/** Parses checkpoints of the leader; returns null when anything is missing or of another type. */
export function readCheckpointsRequest(value: unknown): CheckpointsRequest | null {
  return checkpointsSchema.safeParse(value).data ?? null;
}

/** Parses the command after which checkpoints are requested; returns null when it is of another type. */
export function readCheckpointsQuery(value: unknown): { readonly sequence: number } | null {
  return afterSchema.safeParse(value).data ?? null;
}
