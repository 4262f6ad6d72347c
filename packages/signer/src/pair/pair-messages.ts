/** The messages between the two signers of a pair; every field is validated. */
import { z } from 'zod';
import type { ClaimHead } from '../claims/claim-store.ts';

/** Entries in one message. */
export const entriesMax = 1_000;

const headSchema = z.strictObject({
  number: z.int().min(0),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
});
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
/**
 * `term_outdated`: the other signer leads, or follows a later leader. `both_lead`: both were made the leader apart.
 * `records_differ`: each has entries that the other lacks. `clocks_differ`: a change of the leader would give the caps of the hour a
 * second time.
 */
export type PairRefusal = 'term_outdated' | 'both_lead' | 'records_differ' | 'clocks_differ';

/** Parses a request; returns null when anything is missing or of another type. */
export function readReplicateRequest(value: unknown): ReplicateRequest | null {
  return replicateSchema.safeParse(value).data ?? null;
}

/** Parses a head; returns null when anything is missing or of another type. */
export function readHead(value: unknown): ClaimHead | null {
  return headSchema.safeParse(value).data ?? null;
}
