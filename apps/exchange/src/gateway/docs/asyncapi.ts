/** Builds the AsyncAPI 3.0 document of the socket: every call as a frame and its answer, and every event. */
import { frameKinds } from '../socket/frame.ts';
import { socketEvents } from '../socket/socket-events.ts';
import type { SocketEvent } from '../socket/socket-events.ts';
import type { JsonSchema } from '@salar/protocol/wire/shapes';
import type { Call } from '../call.ts';
import type { Chapter } from '../chapter.ts';
import { listFields } from './call-fields.ts';
import { buildRequestSchema } from './openapi.ts';
import type { DocumentedSite } from './openapi.ts';
import { completeExample } from './examples.ts';
import { decimalSchema, sharedSchemas, withNames } from './schemas.ts';

const channel = { $ref: '#/channels/gateway' };

export function buildAsyncApi(chapters: readonly Chapter[], { publicUrl }: DocumentedSite): object {
  const { host, protocol } = new URL(publicUrl);
  const calls = chapters.flatMap((chapter) => chapter.calls);
  const events = selectEvents(calls);
  const messages = Object.fromEntries([
    ...calls.flatMap((call) => [
      [`${call.name}Request`, buildRequestMessage(call)],
      [`${call.name}Reply`, buildReplyMessage(call)],
    ]),
    ...events.map((event) => [event.name, buildEventMessage(event)]),
    ['Error', errorMessage],
  ]);
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Salar WebSocket',
      version: '1',
      license: { name: 'Apache-2.0' },
      description:
        'One text frame for each request, answer and event: {"m","i","n","o"}. The payload `o` is JSON text inside the JSON; its schema is documented with each message. You choose the request numbers (`i`), and the answer returns them; an event carries the number of the request that subscribed to it. The answer always comes before the first event. After a reconnection sign in and subscribe again: the answer is the complete current state.',
      tags: chapters.map(({ title, about }) => ({ name: title, description: about })),
    },
    servers: {
      exchange: {
        host,
        protocol: protocol === 'https:' ? 'wss' : 'ws',
        pathname: '/WSGateway',
        description:
          'Anonymous until AuthenticateUser or WebAuthenticateUser; from then on the session belongs to the socket.',
      },
    },
    channels: {
      gateway: {
        address: '/WSGateway',
        messages: Object.fromEntries(
          Object.keys(messages).map((name) => [name, { $ref: `#/components/messages/${name}` }]),
        ),
      },
    },
    operations: Object.fromEntries([
      ...chapters.flatMap((chapter) =>
        chapter.calls.map((call) => [
          call.name,
          {
            action: 'receive',
            title: call.name,
            description: call.about,
            channel,
            tags: [{ name: chapter.title }],
            messages: [{ $ref: `#/channels/gateway/messages/${call.name}Request` }],
            reply: {
              channel,
              messages: [
                { $ref: `#/channels/gateway/messages/${call.name}Reply` },
                { $ref: '#/channels/gateway/messages/Error' },
              ],
            },
          },
        ]),
      ),
      ...events.map((event) => [
        event.name,
        {
          action: 'send',
          title: event.name,
          description: event.when,
          channel,
          messages: [{ $ref: `#/channels/gateway/messages/${event.name}` }],
        },
      ]),
    ]),
    components: { messages, schemas: { Decimal: decimalSchema, ...sharedSchemas() } },
  };
}

/** Selects the events that one of these calls subscribes to, and those that are sent without a subscription. */
export function selectEvents(calls: readonly Call[]): readonly SocketEvent[] {
  const names = new Set(calls.map(({ name }) => name));
  return socketEvents.filter(
    ({ subscriptions }) => subscriptions.length === 0 || subscriptions.some((call) => names.has(call)),
  );
}

function buildRequestMessage(call: Call): object {
  const schema = buildRequestSchema(call, listFields(call));
  return buildMessage('request', call.name, schema, call.example.input, call.about);
}

function buildReplyMessage(call: Call): object {
  const schema = { anyOf: [withNames(call.outputSchema), { $ref: '#/components/schemas/Generic' }] };
  return buildMessage('reply', call.name, schema, completeExample(call.outputSchema, call.example.output));
}

function buildEventMessage({ name, when, schema, example }: SocketEvent): object {
  return buildMessage('event', name, withNames(schema), completeExample(schema, example), when);
}

const errorMessage = {
  name: 'Error',
  title: 'Error',
  summary:
    'The request was not dispatched: unknown call, no session, or too many requests. Its number and name are returned.',
  contentType: 'application/json',
  payload: frameSchema(
    'error',
    { type: 'string' },
    { description: '`Endpoint Not Found`, `TOO MANY REQUESTS`, or JSON text of the generic answer.' },
  ),
  examples: [{ payload: buildExampleFrame('error', 4, 'NoSuchCall', 'Endpoint Not Found') }],
};

/**
 * Describes the frame with a payload of this schema. Tools cannot express the schema of JSON text inside a string, so
 * it is given separately.
 */
function buildMessage(
  kind: keyof typeof frameKinds,
  name: string,
  schema: object,
  example: unknown,
  summary?: string,
): object {
  const payload = frameSchema(
    kind,
    { type: 'string', const: name },
    { contentMediaType: 'application/json', 'x-content-schema': schema },
  );
  return {
    name,
    title: name,
    ...(summary !== undefined && { summary }),
    contentType: 'application/json',
    payload,
    examples: [{ payload: buildExampleFrame(kind, 2, name, JSON.stringify(example)) }],
  };
}

function frameSchema(kind: keyof typeof frameKinds, name: JsonSchema, content: JsonSchema): JsonSchema {
  return {
    type: 'object',
    properties: {
      m: { type: 'integer', const: frameKinds[kind], description: kind },
      i: { type: 'integer', description: 'Number of the request.' },
      n: name,
      o: { type: 'string', ...content },
    },
    required: ['m', 'i', 'n', 'o'],
  };
}

/** Builds a frame as it is sent. `payload` is JSON text. */
export function buildExampleFrame(
  kind: keyof typeof frameKinds,
  sequence: number,
  name: string,
  payload: string,
): object {
  return { m: frameKinds[kind], i: sequence, n: name, o: payload };
}
