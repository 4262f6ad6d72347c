/** Reads the fields of a request: query and body become one object (wire-protocol 1.1, 1.2). */
import { isUtf8 } from 'node:buffer';
import { accept, refuse } from '@salar/protocol';
import type { Result } from '@salar/protocol';
import { isJsonObject, parseJsonText, readJson } from '@salar/protocol/wire';
import type { JsonObject, JsonValue } from '@salar/protocol/wire';

/** Security rule N6. */
export const bodyBytesMax = 64 * 1024;

/** Why the fields of a request cannot be read; it is the detail text of error 100. */
export type RequestRefusal = 'Invalid JSON' | 'Invalid query';

/**
 * Merges query and body; the body wins. A bare list is read as the field `bareList`, for calls that have one. A
 * wrapped request (`Payload`, an object or its JSON text) yields its inner fields, and those outer fields that the
 * inner object lacks.
 */
export function readFields(
  query: Readonly<Record<string, unknown>>,
  body: Buffer | null,
  bareList?: string,
): Result<JsonObject, RequestRefusal> {
  const fromBody = readBody(body, bareList);
  if (fromBody === null) return refuse('Invalid JSON');
  const fromQuery = readQuery(query);
  if (fromQuery === null) return refuse('Invalid query');
  return accept(unwrapPayload(fromQuery === noFields ? fromBody : { ...fromQuery, ...fromBody }));
}

/** Reads a payload that is only JSON text; blank text has no fields. */
export function readPayload(text: string, bareList?: string): Result<JsonObject, RequestRefusal> {
  const fields = readText(text, bareList);
  return fields === null ? refuse('Invalid JSON') : accept(unwrapPayload(fields));
}

const noFields: JsonObject = Object.freeze(Object.create(null) as JsonObject);

function readBody(body: Buffer | null | undefined, bareList: string | undefined): JsonObject | null {
  if (body === null || body === undefined || body.byteLength === 0) return noFields;
  return isUtf8(body) ? readText(body.toString('utf8'), bareList) : null;
}

function readText(text: string, bareList: string | undefined): JsonObject | null {
  if (text.trim() === '') return noFields;
  const json = readJson(text);
  if (!json.ok) return null;
  if (json.value === null) return noFields;
  if (Array.isArray(json.value) && bareList !== undefined) return { [bareList.toLowerCase()]: json.value };
  return isJsonObject(json.value) ? json.value : null;
}

function unwrapPayload(fields: JsonObject): JsonObject {
  const payload = parseJsonText(fields['payload'] ?? null);
  return isJsonObject(payload) ? { ...fields, ...payload, payload: undefined } : fields;
}

const dangerousKeys = new Set(['__proto__', 'constructor', 'prototype']);

function readQuery(query: Readonly<Record<string, unknown>>): JsonObject | null {
  const entries = Object.entries(query);
  if (entries.length === 0) return noFields;
  const fields = Object.create(null) as Record<string, JsonValue>;
  for (const [name, value] of entries) {
    const key = name.toLowerCase();
    if (dangerousKeys.has(key) || typeof value !== 'string') return null;
    if (fields[key] !== undefined && fields[key] !== value) return null;
    fields[key] = value;
  }
  return fields;
}
