import { list, object, integer, number, optional, row, text } from '@salar/protocol/wire/shapes';
import { decimalField, enumField, id, required, toJsonSchema, sides } from '@salar/protocol/wire';
import { orderShape } from '@salar/protocol/wire/objects';
import { expect, test } from 'vitest';
import { callsSource } from './client-calls-source.ts';

type Declared = Parameters<typeof callsSource>[0][number];

const declared = (changes: Partial<Declared>): Declared => ({
  name: 'GetThing',
  about: 'Gives a thing.',
  auth: 'public',
  permissions: [],
  rate: 'read',
  inputSchema: toJsonSchema({}),
  outputSchema: object({ Name: text }).schema,
  ...changes,
});
/** Joins the lines, so that formatting does not matter. */
const generate = (...calls: readonly Declared[]) => callsSource(calls, []).replaceAll(/\s+/g, ' ');

test('input and output of a call are typed: decimals as strings, names as unions, rows as objects', () => {
  const source = generate(
    declared({
      name: 'TradeThing',
      auth: 'session',
      permissions: ['Trading'],
      rate: 'orders',
      subject: { AccountId: 'ownAccount' },
      inputSchema: toJsonSchema({
        OMSId: required(id()),
        Side: required(enumField(sides)),
        Price: decimalField(),
      }),
      outputSchema: object({
        ThingId: integer,
        Price: number,
        Rows: list(row({ At: 'integer', Fee: 'number' })),
        Note: optional(text),
      }).schema,
    }),
  );
  expect(source).toContain(
    'TradeThing(input: { readonly AccountId?: number | undefined; readonly OMSId?: number | undefined; readonly Side: Side; readonly Price?: Decimal | undefined; }',
  );
  expect(source).toContain(
    'Promise<{ readonly ThingId: number; readonly Price: Decimal; readonly Rows: readonly ({ readonly At: number; readonly Fee: Decimal; })[]; readonly Note?: string; }>',
  );
  expect(source).toContain('/** Gives a thing. Keys: Trading. */');
  expect(source).toContain(
    "TradeThing: { isRead: false, reading: { members: { ThingId: 'integer', Rows: { list: { row: [['At', 'integer'], ['Fee', null]] } } } } },",
  );
});

test('shared objects are declared once', () => {
  const source = generate(
    declared({ outputSchema: orderShape.schema }),
    declared({ name: 'GetThings', outputSchema: list(orderShape).schema }),
  );
  expect(source.match(/export type Order = /g)).toHaveLength(1);
  expect(source).toContain('GetThings: { isRead: true, reading: { list: orderReading } },');
});

test.each([
  [{}, true],
  [{ name: 'Ticker' }, true],
  [{ name: 'SetThing', auth: 'session' }, false],
  [{ name: 'GetNewThing', rate: 'tickets' }, false],
  [{ name: 'LogOut', session: 'ends' }, false],
] as const)('a call of %j only reads: %s', (changes, isRead) => {
  expect(generate(declared(changes))).toContain(`isRead: ${isRead}`);
});
