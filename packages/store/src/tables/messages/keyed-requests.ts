/** Idempotent requests, by their client's key. One key of a customer and an operation is one request. */
import type { Millis, UserId } from '@salar/protocol';
import type { Queryable } from '../../database.ts';
import { prepare, run, runFirst, tables } from '../query.ts';

export type KeyedRequestName = {
  readonly userId: UserId;
  readonly operation: string;
  readonly key: string;
};
export type KeyedRequestRow = {
  readonly bodyMac: Buffer;
  /** Null while it runs, and when it was interrupted. */
  readonly sealedAnswer: Buffer | null;
};

const claimKey = prepare(
  'claim_keyed_request',
  (claim: KeyedRequestName & { readonly bodyMac: Buffer; readonly expiresAt: Millis | null }) =>
    tables
      .insertInto('keyed_request')
      .values({
        user_id: claim.userId,
        operation: claim.operation,
        key: claim.key,
        body_mac: claim.bodyMac,
        expires_at: claim.expiresAt,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('key'),
);

/**
 * Records a request before it runs.
 * @returns null, or the record under this key from before
 */
export async function claimKeyedRequest(
  db: Queryable,
  claim: KeyedRequestName & { readonly bodyMac: Buffer; readonly expiresAt: Millis | null },
): Promise<KeyedRequestRow | null> {
  const claimed = await claimKey(db, claim);
  if (claimed.length === 1) return null;
  const row = await runFirst(
    db,
    tables
      .selectFrom('keyed_request')
      .select(['body_mac as bodyMac', 'sealed_answer as sealedAnswer'])
      .where('user_id', '=', claim.userId)
      .where('operation', '=', claim.operation)
      .where('key', '=', claim.key),
  );
  return row ?? claimKeyedRequest(db, claim); // it expired in between
}

const storeAnswer = prepare(
  'keep_keyed_answer',
  (answer: KeyedRequestName & { readonly sealedAnswer: Buffer }) =>
    tables
      .updateTable('keyed_request')
      .set({ sealed_answer: answer.sealedAnswer })
      .where('user_id', '=', answer.userId)
      .where('operation', '=', answer.operation)
      .where('key', '=', answer.key)
      .where('sealed_answer', 'is', null),
);

/** Stores the first answer; a later one changes nothing. */
export async function storeKeyedAnswer(
  on: Queryable,
  { userId, operation, key }: KeyedRequestName,
  sealedAnswer: Buffer,
): Promise<void> {
  await storeAnswer(on, { userId, operation, key, sealedAnswer });
}

/** Releases a key whose request had no effect. */
export async function releaseKeyedRequest(
  db: Queryable,
  { userId, operation, key }: KeyedRequestName,
): Promise<void> {
  await run(
    db,
    tables
      .deleteFrom('keyed_request')
      .where('user_id', '=', userId)
      .where('operation', '=', operation)
      .where('key', '=', key)
      .where('sealed_answer', 'is', null),
  );
}

export async function deleteExpiredKeyedRequests(db: Queryable, now: Millis): Promise<void> {
  await run(db, tables.deleteFrom('keyed_request').where('expires_at', '<', now));
}
