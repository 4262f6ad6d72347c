/**
 * Rules for the answer to any request, however malformed: the call's own shape, the generic refusal, or a known
 * text.
 */
import { genericShape } from '@salar/protocol/wire';
import type { JsonSchema } from '@salar/protocol/wire';

export type Answered = { readonly status: number; readonly body: string };

/** The plain texts that replace an answer, in capitals, as clients expect them. */
const plainTexts: Readonly<Record<number, readonly string[]>> = {
  400: ['BAD REQUEST'],
  401: ['NOT AUTHORIZED'],
  404: ['NOT FOUND'],
  409: ['REQUEST IN PROGRESS', 'IDEMPOTENCY KEY REUSED'],
  413: ['REQUEST TOO LARGE'],
  // Without rate limits: more passwords at once than may wait for one account.
  429: ['TOO MANY REQUESTS'],
};
/** Error 102 with its incident number. As a call's own answer to an unknown key it has a text instead. */
const incident = /"errorcode":102,"detail":"[\da-f]{8}-/;

/**
 * Finds what is wrong with an answer; null if nothing is.
 *
 * @param schema of the call's answer when it does not refuse
 */
export function findAnswerFault(schema: JsonSchema, { status, body }: Answered): string | null {
  if (status === 200 && lastRight.get(schema) === body) return null;
  const fault = findFault(schema, { status, body });
  if (status === 200 && fault === null) lastRight.set(schema, body);
  return fault;
}

/** The newest valid answer of each call, because long lists are repeated with the same bytes. */
const lastRight = new WeakMap<JsonSchema, string>();

function findFault(schema: JsonSchema, { status, body }: Answered): string | null {
  if (status >= 500) return `status ${status}`;
  if (incident.test(body)) return 'an incident';
  if (status !== 200 && plainTexts[status]?.includes(body) === true) return null;
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return status === 200 ? 'no JSON' : `status ${status} with an unknown text`;
  }
  if (status === 200) {
    const fault = findShapeFault(schema, value, 'the answer');
    return fault === null || isRefusal(value) ? null : fault;
  }
  return isRefusal(value) ? null : `status ${status} with an unknown answer`;
}

function isRefusal(value: unknown): boolean {
  return findShapeFault(genericShape.schema, value, '') === null;
}

/**
 * Describes where a value does not match a schema; null if it matches. Supports the keywords that the wire's shapes
 * use.
 */
export function findShapeFault(schema: JsonSchema, value: unknown, place: string): string | null {
  const { type, anyOf } = schema as { readonly type?: string; readonly anyOf?: readonly JsonSchema[] };
  if (anyOf !== undefined) {
    const faults = anyOf.map((one) => findShapeFault(one, value, place));
    return faults.includes(null) ? null : (faults[0] ?? null);
  }
  if (type === 'object') return objectFault(schema, value, place);
  if (type === 'array') return listFault(schema, value, place);
  const isRight =
    type === undefined ||
    (type === 'null' && value === null) ||
    (type === 'integer' && Number.isInteger(value)) ||
    typeof value === type;
  return isRight ? null : `${place} is not of type ${type}`;
}

type ObjectSchema = {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema | boolean;
};

function objectFault(schema: ObjectSchema, value: unknown, place: string): string | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return `${place} is not an object`;
  const { properties = {}, required = [], additionalProperties = true } = schema;
  const missing = required.find((name) => !Object.hasOwn(value, name));
  if (missing !== undefined) return `${place} has no ${missing}`;
  for (const [name, member] of Object.entries(value)) {
    const own = Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
    if (own === false) return `${place} has ${name}, which is not declared`;
    const fault = typeof own === 'object' ? findShapeFault(own, member, `${place}.${name}`) : null;
    if (fault !== null) return fault;
  }
  return null;
}

type ListSchema = {
  readonly items?: JsonSchema | false;
  readonly prefixItems?: readonly JsonSchema[];
  readonly minItems?: number;
  readonly maxItems?: number;
};

function listFault(schema: ListSchema, value: unknown, place: string): string | null {
  if (!Array.isArray(value)) return `${place} is not a list`;
  const { items, prefixItems = [], minItems = 0, maxItems = Infinity } = schema;
  if (value.length < minItems || value.length > maxItems) return `${place} is ${value.length} long`;
  for (const [at, member] of value.entries()) {
    const own = prefixItems[at] ?? items;
    const fault = own ? findShapeFault(own, member, `${place}[${at}]`) : null;
    if (fault !== null) return fault;
  }
  return null;
}
