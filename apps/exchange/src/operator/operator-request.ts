/** Reads an operator's request from a line of JSON, strictly. */
import { z } from 'zod';
import { packedLengthMax } from '@salar/services/operator/attached-file';
import type { OperatorRequest } from '@salar/services/operator/operator-request';

const schema = z.strictObject({
  body: z.string().max(8192),
  proof: z.union([
    z.strictObject({ text: z.string().max(1024), signature: z.string().max(2048) }),
    z.strictObject({
      method: z.string().max(64),
      credentials: z.strictObject({ name: z.string().max(64), secret: z.string().max(128) }).nullable(),
    }),
  ]),
  file: z.string().max(packedLengthMax).optional(),
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
  const request = schema.safeParse(value).data;
  if (request === undefined) return null;
  const { file, ...rest } = request;
  return file === undefined ? rest : { ...rest, file };
}
