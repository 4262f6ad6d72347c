import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { calls, chapters } from '../calls/registry.ts';
import { buildAsyncApi, selectEvents } from './asyncapi.ts';

type Json = Readonly<Record<string, unknown>>;
type Message = {
  readonly payload: { readonly properties: { readonly o: { readonly 'x-content-schema'?: Json } } };
  readonly examples: readonly { readonly payload: { readonly o: string } }[];
};
const document = JSON.parse(
  JSON.stringify(buildAsyncApi(chapters, { publicUrl: 'https://salar.example', profile: 'production' })),
) as {
  readonly servers: Json;
  readonly operations: Record<string, { readonly action: string }>;
  readonly components: { readonly messages: Record<string, Message> };
};

test('every call is a request that the exchange receives, every event one that it sends', () => {
  const of = (wanted: string) =>
    Object.entries(document.operations)
      .filter(([, { action }]) => action === wanted)
      .map(([name]) => name)
      .toSorted();
  expect(of('receive')).toEqual(calls.map(({ name }) => name).toSorted());
  expect(of('send')).toEqual(
    selectEvents(calls)
      .map(({ name }) => name)
      .toSorted(),
  );
  expect(document.servers).toMatchObject({
    exchange: { protocol: 'wss', host: 'salar.example', pathname: '/WSGateway' },
  });
});

test('every reference has a target', () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path]) => path);
  const lost = references.filter(
    (path) =>
      (path ?? '').split('/').reduce<unknown>((part, key) => (part as Json)[key], document) === undefined,
  );
  expect(lost).toEqual([]);
});

test('the example of an event matches its schema', () => {
  const ajv = new Ajv2020({
    strict: false,
    validateFormats: false,
    inlineRefs: false,
    code: { optimize: false },
  });
  ajv.addSchema(document, 'document');
  const problems = selectEvents(calls).flatMap(({ name }) => {
    const message = document.components.messages[name];
    const schema = JSON.stringify(message?.payload.properties.o['x-content-schema']);
    const check = ajv.compile(JSON.parse(schema.replaceAll('"#/', '"document#/')) as Json);
    const examples = message?.examples ?? [];
    return examples.every(({ payload }) => check(JSON.parse(payload.o)))
      ? []
      : [`${name}: ${ajv.errorsText(check.errors)}`];
  });
  expect(problems).toEqual([]);
});

test('an event is documented only with a call that subscribes to it', () => {
  const listNames = (names: readonly string[]) =>
    selectEvents(calls.filter(({ name }) => names.includes(name))).map(({ name }) => name);
  expect(listNames([])).toEqual(['LogoutEvent']);
  expect(listNames(['SubscribeLevel1'])).toEqual(['Level1UpdateEvent', 'LogoutEvent']);
});
