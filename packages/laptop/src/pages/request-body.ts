/** Parses bodies of local requests: JSON or a form become text fields, anything else stays bytes. */
import type { FastifyRequest } from 'fastify';
import { readJson, WireNumber } from '@salar/protocol/wire';

/** Names in lower case; numbers as their exact text. */
export type Fields = ReadonlyMap<string, string>;

/** Fastify's parser: returns `Fields` or a `Buffer`. */
export async function readBody(request: FastifyRequest, body: Buffer | string): Promise<Fields | Buffer> {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const type = request.headers['content-type'] ?? '';
  if (type.includes('json')) return jsonFields(bytes.toString());
  if (type.includes('x-www-form-urlencoded'))
    return new Map(
      [...new URLSearchParams(bytes.toString())].map(([name, value]) => [name.toLowerCase(), value]),
    );
  return bytes;
}

/** Returns the fields of a request; none when it has no body. */
export function readFields(request: FastifyRequest): Fields {
  return request.body instanceof Map ? (request.body as Fields) : new Map();
}

function jsonFields(text: string): Fields {
  const json = readJson(text);
  const fields = new Map<string, string>();
  if (!json.ok || typeof json.value !== 'object' || json.value === null || Array.isArray(json.value))
    return fields;
  for (const [name, value] of Object.entries(json.value)) {
    if (typeof value === 'string') fields.set(name.toLowerCase(), value);
    else if (value instanceof WireNumber) fields.set(name.toLowerCase(), value.text);
  }
  return fields;
}
