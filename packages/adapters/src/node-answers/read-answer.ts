/** Reads the answers of nodes by their schemas; anything that does not fit makes the node unavailable. */
import { ChainUnavailable } from '@salar/services/ports/chain-client';
import { z } from 'zod';

/** A text of a grammar; `what` completes the sentence "the node returned ... instead of ...". */
export function textSchema(grammar: RegExp, what: string) {
  return z.string(what).regex(grammar, what);
}

/** A list; `what` names it in errors. */
export function listSchema<T extends z.ZodType>(item: T) {
  return z.array(item, 'a list');
}

/** A record; fields that are not in its shape are ignored. */
export function recordSchema<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.object(shape, 'a record');
}

/** A field that is not validated. */
export const anything = z.unknown().optional();

/** @throws ChainUnavailable, with the first field that does not fit and what was there */
export function readAnswer<T>(schema: z.ZodType<T>, answer: unknown): T {
  const read = schema.safeParse(answer, { reportInput: true });
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const field = issue === undefined || issue.path.length === 0 ? '' : ` as ${issue.path.join('.')}`;
  throw new ChainUnavailable(
    `the node returned ${JSON.stringify(issue?.input)?.slice(0, 80)}${field} instead of ${issue?.message}`,
  );
}

/** True for a value that can have fields. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
