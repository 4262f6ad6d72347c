/** Runs calls that clients may repeat under the same `Idempotency-Key` (security rule O8): the effect happens once. */
import { createHash } from 'node:crypto';
import { WireNumber } from '@salar/protocol/wire';
import type { JsonObject, JsonValue } from '@salar/protocol/wire';
import type { IdempotencyRefusal } from '@salar/services/idempotency/idempotency-store';
import { CallRefusal, refuseCall } from '../call.ts';
import type { Answer, SessionCall, SessionContext } from '../call.ts';

/** The key is already in use: by the same request, which is still running, or by another one. */
export type KeyConflict = { readonly conflict: IdempotencyRefusal };

export const requestKeyPattern = /^[\x21-\x7e]{1,128}$/;

/** A code is valid once, so a repeat may carry another one. */
const codeField = 'tfacode';

/** Runs a call that came with a key. A repeat returns the stored answer of the first request. */
export async function answerOnce(
  call: SessionCall,
  context: SessionContext,
  raw: JsonObject,
): Promise<Answer | KeyConflict> {
  const key = context.request.header('idempotency-key') ?? '';
  if (!requestKeyPattern.test(key)) return refuseCall('invalidRequest', 'Invalid Idempotency-Key');
  const { services, user } = context;
  const { userId } = user;
  const body = toCanonicalText({ ...raw, [codeField]: undefined });
  const request = { userId, operation: call.name, key, body, life: call.repeats ?? 'a day' };
  const done = await services.idempotency.runOnce<Answer>(request, async (keep) => {
    const answer = await call.answer({ ...context, keyed: { name: `${call.name} ${key}`, keep } }, raw);
    const isSettled = !(answer instanceof CallRefusal) && answer.isUnsettled !== true;
    return isSettled ? { isKept: true, answer: answer.body } : { isKept: false, value: answer };
  });
  if (!done.ok) return { conflict: done.refusal };
  return done.value.isKept ? { status: 200, body: done.value.answer } : done.value.value;
}

/** Derives the key of one request of a list. */
export function toListItemKey(keyed: SessionContext['keyed'], place: number): SessionContext['keyed'] {
  return keyed && { ...keyed, name: `${keyed.name} ${place}` };
}

/**
 * Derives a client order id for an order that came with a key and without one. The journal stores the order under it,
 * so that it is placed once whatever happens to the answer. It is above 2^52, which counting clients do not reach.
 */
export function deriveClientOrderId(keyed: SessionContext['keyed']): number {
  if (keyed === null) return 0;
  const random = createHash('sha256').update(keyed.name).digest().readBigUInt64BE() >> 12n;
  return 2 ** 52 + Number(random);
}

/** Returns the same text for the same meaning: fields sorted, numbers as written. */
function toCanonicalText(value: JsonValue | undefined): string {
  if (value instanceof WireNumber) return value.text;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  if (Array.isArray(value)) return `[${(value as readonly JsonValue[]).map(toCanonicalText).join(',')}]`;
  const fields = Object.entries(value as JsonObject).filter(([, member]) => member !== undefined);
  const sorted = fields.toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${sorted.map(([name, member]) => `${JSON.stringify(name)}:${toCanonicalText(member)}`).join(',')}}`;
}
