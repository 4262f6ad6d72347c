/** Reads an operator's request from a line of JSON, strictly. */
import { z } from 'zod';
import type { OperatorRequest } from '@salar/services/operator/operator-service';

const schema = z.strictObject({
  command: z.string().max(64),
  params: z.record(z.string().max(32), z.string().max(2000)),
  credentials: z.strictObject({ name: z.string().max(64), secret: z.string().max(128) }).nullable(),
  mode: z.enum(['show', 'do']),
  seen: z.string().max(64).optional(),
});

/** Returns null for anything that is not a request. */
export function readOperatorRequest(line: string): OperatorRequest | null {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
  const parsed = schema.safeParse(value);
  if (!parsed.success) return null;
  const { seen, ...request } = parsed.data;
  return seen === undefined ? request : { ...request, seen };
}
