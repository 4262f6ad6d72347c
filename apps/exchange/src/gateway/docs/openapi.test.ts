import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { calls, chapters } from '../calls/registry.ts';
import { listFields } from './call-fields.ts';
import { buildOpenApi } from './openapi.ts';

type Json = Readonly<Record<string, unknown>>;
type Operation = {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly security: readonly Json[];
  readonly parameters?: readonly (Json & { readonly name: string })[];
  readonly requestBody?: {
    readonly content: Record<string, { readonly schema: Json; readonly example: unknown }>;
  };
  readonly responses: Record<string, { readonly $ref: string }>;
};
type Answer = {
  readonly schema: Json;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
};
type Document = {
  readonly openapi: string;
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Record<string, { readonly get: Operation; readonly post: Operation }>;
  readonly components: {
    readonly schemas: Json;
    readonly securitySchemes: Json;
    readonly responses: Record<string, { readonly content: Record<string, Answer> }>;
  };
};

const document = JSON.parse(
  JSON.stringify(buildOpenApi(chapters, { publicUrl: 'https://salar.example', profile: 'production' })),
) as Document;
const operations = Object.values(document.paths).flatMap(({ get, post }) => [get, post]);
const httpCalls = calls.filter(({ transport }) => transport !== 'socket');

/** Validates against the whole document, so that references are followed. */
const ajv = new Ajv2020({
  strict: false,
  validateFormats: false,
  inlineRefs: false,
  code: { optimize: false },
});
ajv.addSchema(document, 'document');
const checks = new Map<string, ValidateFunction>();
function findProblems(schema: Json, value: unknown): string {
  const text = JSON.stringify(schema).replaceAll('"#/', '"document#/');
  const check = checks.get(text) ?? ajv.compile(JSON.parse(text) as Json);
  checks.set(text, check);
  return check(value) ? '' : ajv.errorsText(check.errors);
}

test('every HTTP call is documented by GET and by POST, in exactly one chapter', () => {
  expect(Object.keys(document.paths).toSorted()).toEqual(
    httpCalls.map(({ name }) => `/AP/${name}`).toSorted(),
  );
  const ids = operations.map(({ operationId }) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
  const tags = new Set(document.tags.map(({ name }) => name));
  expect(operations.filter(({ tags: [tag] }) => !tags.has(tag ?? ''))).toEqual([]);
});

test('every reference has a target', () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path]) => path);
  const lost = references.filter((path) => {
    const found = (path ?? '').split('/').reduce<unknown>((part, key) => (part as Json)[key], document);
    return found === undefined;
  });
  expect(lost).toEqual([]);
});

/** Compiling many schemas takes a while on a slow machine. */
const timeoutMs = 60_000;

test(
  'the request of an example matches its schema',
  () => {
    const problems = operations.flatMap(({ operationId, requestBody }) => {
      const body = requestBody?.content['application/json'];
      const problem = body ? findProblems(body.schema, body.example) : '';
      return problem === '' ? [] : [`${operationId}: ${problem}`];
    });
    expect(problems).toEqual([]);
  },
  timeoutMs,
);

test(
  'the example of an answer is complete, and its refusals are generic answers',
  () => {
    const generic = { $ref: '#/components/schemas/Generic' };
    const problems = httpCalls.flatMap(({ name }) => {
      const { schema, examples = {} } =
        document.components.responses[name]?.content['application/json'] ?? {};
      const [own = schema ?? {}] = (schema?.['anyOf'] ?? []) as Json[];
      return Object.entries(examples).flatMap(([which, { value }]) => {
        const problem = findProblems(which === 'answer' ? own : generic, value);
        return problem === '' ? [] : [`${name} answers ${which}: ${problem}`];
      });
    });
    expect(problems).toEqual([]);
  },
  timeoutMs,
);

test('each call documents its credentials: none, a session, or a key with one of its permissions', () => {
  const schemes = new Set(Object.keys(document.components.securitySchemes));
  for (const call of httpCalls) {
    const security = document.paths[`/AP/${call.name}`]?.post.security ?? [];
    const named = security.flatMap((one) => Object.keys(one));
    expect(named.filter((name) => !schemes.has(name))).toEqual([]);
    const isOpen = security.length === 0 || security.some((one) => Object.keys(one).length === 0);
    if (call.auth === 'session') {
      expect(isOpen, `${call.name} is not public`).toBe(false);
      expect(named.includes('signature'), `${call.name} by key`).toBe(call.permissions.length > 0);
    }
  }
});

test('a request may send every field that the call reads', () => {
  const missing = httpCalls.flatMap((call) => {
    const { get } = document.paths[`/AP/${call.name}`] ?? {};
    const names = new Set(get?.parameters?.map(({ name }) => name));
    return listFields(call)
      .filter(({ name }) => !names.has(name))
      .map(({ name }) => `${call.name}.${name}`);
  });
  expect(missing).toEqual([]);
});

test('enumerations are documented by name and number', () => {
  const side = document.paths['/AP/SendOrder']?.post.requestBody?.content['application/json']?.schema as {
    readonly properties: { readonly Side: unknown };
  };
  expect(side.properties.Side).toMatchObject({
    description: '0 Buy, 1 Sell, 2 Short, 3 Unknown',
    anyOf: [{ enum: ['Buy', 'Sell', 'Short', 'Unknown'] }, { enum: [0, 1, 2, 3] }],
  });
});
