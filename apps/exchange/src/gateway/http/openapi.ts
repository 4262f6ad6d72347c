/** The OpenAPI document, made from the same declarations that read and write the calls. */
import { genericShape } from '@salar/protocol/wire/index';
import type { Call } from '../call.ts';

export function openApiOf(calls: readonly Call[], publicUrl: string): object {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Salar API',
      version: '1',
      description:
        'Every call is POST with a JSON body or GET with a query, under /AP/ in any case. Keys are read without case. Refusals of the business are status 200 with the generic answer.',
    },
    servers: [{ url: publicUrl }],
    components: {
      securitySchemes: {
        session: headerScheme('aptoken'),
        apiKey: headerScheme('APIKey'),
        nonce: headerScheme('Nonce'),
        signature: headerScheme('Signature'),
        userId: headerScheme('UserId'),
      },
      schemas: { Generic: genericShape.schema },
    },
    paths: Object.fromEntries(
      calls
        .filter(({ door }) => door !== 'socket')
        .map((call) => [`/AP/${call.name}`, { post: operationOf(call) }]),
    ),
  };
}

function operationOf(call: Call): object {
  return {
    operationId: call.name,
    summary: call.about,
    ...(call.aliases && { description: `Also called ${call.aliases.join(', ')}.` }),
    security: securityOf(call),
    requestBody: {
      required: false,
      content: { 'application/json': { schema: inputSchemaOf(call), example: call.example.input } },
    },
    responses: {
      200: {
        description: 'The answer, or the generic answer of a refusal.',
        content: {
          'application/json': {
            schema: { anyOf: [call.outputSchema, { $ref: '#/components/schemas/Generic' }] },
            example: call.example.output,
          },
        },
      },
      ...(call.auth === 'session' && {
        401: { description: 'No session, or an ended one: the text NOT AUTHORIZED.' },
      }),
      429: { description: 'Too many requests: the text TOO MANY REQUESTS, with Retry-After.' },
    },
  };
}

function headerScheme(name: string): object {
  return { type: 'apiKey', in: 'header', name };
}

/** A session; or, for calls that a key's permission opens, the four headers of a signature. */
function securityOf({ auth, permissions }: Call): object[] {
  if (auth === 'public') return [];
  const session = { session: [] };
  return permissions.length === 0
    ? [session]
    : [session, { apiKey: [], nonce: [], signature: [], userId: [] }];
}

/** Named by the guard's subjects, and declared as fields of their calls. */
const textIds = new Set(['RequestCode', 'APIKey']);

/** The call's own fields with the ids that the guard reads. */
function inputSchemaOf(call: Call): object {
  const ids = ['OMSId', ...Object.keys(call.subject ?? {}).filter((name) => !textIds.has(name))];
  const schema = call.inputSchema as { readonly properties: object };
  return {
    ...schema,
    properties: {
      ...Object.fromEntries(ids.map((name) => [name, { type: 'integer' }])),
      ...schema.properties,
    },
  };
}
