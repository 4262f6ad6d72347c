/** Builds the OpenAPI 3.1 document from the same declarations that read and write the calls. */
import { errors } from '@salar/protocol/wire/errors';
import type { ErrorKind } from '@salar/protocol/wire/errors';
import type { Call } from '../call.ts';
import type { Chapter } from '../chapter.ts';
import { listFields, isPlain } from './call-fields.ts';
import type { DocumentedField } from './call-fields.ts';
import { describeAccess, formatBucket, rateLimitsByProfile, rateNames } from './access-and-rates.ts';
import type { Profile } from './access-and-rates.ts';
import { keySchemes, buildSecurity } from './security-schemes.ts';
import { completeExample } from './examples.ts';
import { decimalSchema, findSharedName, sharedSchemas, withNames } from './schemas.ts';

export type DocumentedSite = { readonly publicUrl: string; readonly profile: Profile };

export function buildOpenApi(chapters: readonly Chapter[], { publicUrl, profile }: DocumentedSite): object {
  const httpChapters = chapters
    .map((chapter) => ({
      ...chapter,
      calls: chapter.calls.filter(({ transport }) => transport !== 'socket'),
    }))
    .filter((chapter) => chapter.calls.length > 0);
  const document = {
    openapi: '3.1.0',
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    info: {
      title: 'Salar API',
      version: '1',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      summary: 'Markets, orders, balances, deposits and withdrawals.',
      description:
        'Every call is POST with a JSON body or GET with a query, under /AP/ in any case. Field names are case-insensitive. Business refusals have status 200 and the generic answer. The same calls are available as WebSocket frames, see asyncapi.json.',
    },
    servers: [{ url: publicUrl }],
    tags: httpChapters.map(({ title, about }) => ({ name: title, description: about })),
    paths: Object.fromEntries(
      httpChapters.flatMap((chapter) =>
        chapter.calls.map((call) => [
          `/AP/${call.name}`,
          {
            get: buildOperation(call, chapter.title, 'get', profile),
            post: buildOperation(call, chapter.title, 'post', profile),
          },
        ]),
      ),
    ),
    components: {
      securitySchemes: keySchemes,
      schemas: { Decimal: decimalSchema, ...sharedSchemas() },
      responses: {
        ...textResponses,
        ...Object.fromEntries(
          httpChapters.flatMap((chapter) => chapter.calls.map((call) => [call.name, buildAnswer(call)])),
        ),
      },
    },
  };
  return removeUnusedSchemas(document);
}

type Method = 'get' | 'post';

function buildOperation(call: Call, tag: string, method: Method, profile: Profile): object {
  const fields = listFields(call);
  const { address, user } = rateLimitsByProfile[profile][call.rate];
  return {
    operationId: method === 'post' ? call.name : `${call.name}ByQuery`,
    tags: [tag],
    summary: call.name,
    description: describeCall(call),
    security: buildSecurity(call),
    'x-permissions': call.permissions,
    'x-rate': { class: rateNames[call.rate], address: formatBucket(address), user: formatBucket(user) },
    parameters: [
      ...(method === 'get' ? buildParameters(call, fields) : []),
      ...(call.repeats === undefined ? [] : [idempotencyKey]),
    ],
    ...(method === 'post' && {
      requestBody: {
        required: false,
        content: {
          'application/json': { schema: buildRequestSchema(call, fields), example: call.example.input },
        },
      },
    }),
    responses: buildResponses(call),
  };
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'Client-generated key. Repeating a request with the same key performs it once.',
  schema: { type: 'string', minLength: 1, maxLength: 128 },
};

function describeCall(call: Call): string {
  const also = call.aliases ? ` Also called ${call.aliases.join(', ')}.` : '';
  return `${call.about}${also}\n\n${describeAccess(call)}`;
}

/** Lists and objects are JSON text in a query. */
function buildParameters(call: Call, fields: readonly DocumentedField[]): object[] {
  const { input } = call.example;
  return fields.map((field) => {
    const { name, isRequired, sendable: schema, description } = field;
    const value = { schema, ...(name in input && { example: input[name] }) };
    return {
      name,
      in: 'query',
      required: isRequired,
      ...(description !== undefined && { description }),
      ...(isPlain(field) ? value : { content: { 'application/json': value } }),
    };
  });
}

export function buildRequestSchema(call: Call, fields: readonly DocumentedField[]): object {
  const body = {
    type: 'object',
    properties: Object.fromEntries(
      fields.map(({ name, sendable, description }) => [
        name,
        description === undefined || 'description' in sendable || '$ref' in sendable
          ? sendable
          : { ...sendable, description },
      ]),
    ),
    required: fields.filter(({ isRequired }) => isRequired).map(({ name }) => name),
  };
  const bare = call.bareList === undefined ? undefined : fields.find(({ name }) => name === call.bareList);
  return bare ? { anyOf: [body, bare.sendable] } : body;
}

function buildResponses(call: Call): object {
  const response = (name: string) => ({ $ref: `#/components/responses/${name}` });
  return {
    200: response(call.name),
    ...(call.auth === 'session' && { 401: response('NotAuthorized') }),
    ...(call.repeats !== undefined && { 409: response('KeyConflict') }),
    429: response('TooManyRequests'),
    503: response('ServiceUnavailable'),
  };
}

function buildAnswer(call: Call): object {
  const answer = withNames(call.outputSchema);
  const generic = { $ref: '#/components/schemas/Generic' };
  return {
    description: 'The answer, or the generic answer of a refusal.',
    content: {
      'application/json': {
        schema: findSharedName(call.outputSchema) === 'Generic' ? generic : { anyOf: [answer, generic] },
        examples: {
          answer: { value: completeExample(call.outputSchema, call.example.output) },
          ...Object.fromEntries(
            listRefusals(call, listFields(call)).map(({ id, errormsg, errorcode, detail }) => [
              id,
              { value: { result: false, errormsg, errorcode, detail } },
            ]),
          ),
        },
      },
    },
  };
}

/** Removes the shared objects without references. */
function removeUnusedSchemas<D extends { readonly components: { readonly schemas: object } }>(
  document: D,
): D {
  const text = JSON.stringify(document);
  const schemas = Object.fromEntries(
    Object.entries(document.components.schemas).filter(([name]) =>
      text.includes(`"#/components/schemas/${name}"`),
    ),
  );
  return { ...document, components: { ...document.components, schemas } };
}

export type Refusal = {
  readonly id: string;
  readonly errorcode: number;
  readonly errormsg: string;
  readonly detail: string | null;
  readonly when: string;
};

/** Lists the refusals that a call's declaration implies; those of its own rules are described in its `about`. */
export function listRefusals(call: Call, fields: readonly DocumentedField[]): readonly Refusal[] {
  const refusal = (id: string, kind: ErrorKind, detail: string | null, when: string): Refusal => ({
    id,
    ...errors[kind],
    detail,
    when,
  });
  const needed = fields.find(({ isRequired }) => isRequired);
  const [first] = fields;
  return [
    ...(needed
      ? [refusal('missing', 'invalidRequest', `${needed.name} is Required`, 'A required field is missing.')]
      : []),
    ...(first
      ? [refusal('malformed', 'invalidRequest', `Invalid ${first.name}`, 'A field is malformed.')]
      : []),
    ...(call.auth === 'session'
      ? [
          refusal(
            'notYours',
            'notAuthorized',
            null,
            'An id is not yours or does not exist, or the key lacks the permission.',
          ),
        ]
      : []),
    ...(call.needsKnownPlace
      ? [
          refusal(
            'proof',
            'operationFailed',
            'Re-authentication required',
            call.needsRecentAuth
              ? 'The last re-authentication is older than 15 minutes, or was in another network.'
              : 'The session is used from another network, without the cookie of a device of its customer.',
          ),
        ]
      : []),
  ];
}

const retryAfter = {
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } },
};
const textResponse = (text: string, description: string, headers?: object) => ({
  description,
  ...(headers && { headers }),
  content: { 'text/plain': { schema: { type: 'string', const: text } } },
});
const textResponses = {
  NotAuthorized: textResponse('NOT AUTHORIZED', 'No credential, or one that is no longer valid.'),
  KeyConflict: {
    description: 'The Idempotency-Key was used for another request, or the first one is still running.',
    content: {
      'text/plain': {
        schema: { type: 'string', enum: ['IDEMPOTENCY KEY REUSED', 'REQUEST IN PROGRESS'] },
      },
    },
  },
  TooManyRequests: textResponse('TOO MANY REQUESTS', 'Too many requests.', retryAfter),
  ServiceUnavailable: textResponse(
    'SERVICE UNAVAILABLE',
    'A component of the exchange is unavailable or full. An order with this answer was not accepted.',
    retryAfter,
  ),
};
