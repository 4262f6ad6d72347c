/**
 * Schemas for the documents: shared objects by name, enumerations with their values, requests in every accepted form.
 */
import * as enums from '@salar/protocol/wire/enums';
import { genericShape } from '@salar/protocol/wire/errors';
import * as objects from '@salar/protocol/wire/objects';
import type { JsonSchema } from '@salar/protocol/wire/shapes';

type Enumeration = Readonly<Record<string, number>>;

/** Enumerations of the wire by the name of their field. */
export const enumerations: Readonly<Record<string, Enumeration>> = {
  Side: enums.sides,
  OrderType: enums.orderTypes,
  TimeInForce: enums.timesInForce,
  PegPriceType: enums.pegPriceTypes,
  OrderState: enums.orderStates,
  MakerTaker: enums.makerTakers,
  TransactionType: enums.transactionTypes,
  ReferenceType: enums.referenceTypes,
};

/** Returns `Level1` for `level1Shape`. */
const findExportName = (name: string) => name.charAt(0).toUpperCase() + name.slice(1).replace(/Shape$/, '');

/** Objects that several calls return, by name. */
export const sharedShapes: readonly (readonly [string, JsonSchema])[] = [
  ['Generic', genericShape.schema],
  ...Object.entries(objects)
    .filter(([name]) => name.endsWith('Shape'))
    .map(([name, { schema }]) => [findExportName(name), schema] as const),
];
const namesBySchema = new Map(sharedShapes.map(([name, schema]) => [schema, name]));

/** Finds the name of a shared object; undefined for a schema of a single call. */
export function findSharedName(schema: JsonSchema): string | undefined {
  return namesBySchema.get(schema);
}

/** Returns the shared objects by name, referring to each other. */
export function sharedSchemas(): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(sharedShapes.map(([name, schema]) => [name, withNamesInside(schema)]));
}

/** Replaces shared objects in a schema by references. */
export function withNames(schema: JsonSchema): JsonSchema {
  const name = namesBySchema.get(schema);
  return name === undefined ? withNamesInside(schema) : { $ref: `#/components/schemas/${name}` };
}

function withNamesInside(schema: JsonSchema): JsonSchema {
  const { items, properties, anyOf, additionalProperties: any } = listParts(schema);
  return {
    ...schema,
    ...(typeof any === 'object' && { additionalProperties: withNames(any) }),
    ...(typeof items === 'object' && { items: withNames(items) }),
    ...(anyOf && { anyOf: anyOf.map(withNames) }),
    ...(properties && {
      properties: mapped(properties, (inner, key) => withValues(key, inner) ?? withNames(inner)),
    }),
  };
}

/** Adds its names to a text field with names of an enumeration. */
function withValues(key: string, schema: JsonSchema): JsonSchema | null {
  const values = enumerations[key];
  return values && schema['type'] === 'string' && schema['enum'] === undefined
    ? { ...schema, enum: Object.keys(values) }
    : null;
}

/**
 * Adds the accepted forms: figures may be text, which keeps every digit; names of enumerations may be their numbers.
 */
export function toSendableSchema(schema: JsonSchema, key = ''): JsonSchema {
  const { items, properties } = listParts(schema);
  if (schema['type'] === 'number') return { $ref: '#/components/schemas/Decimal' };
  const values = enumerations[key];
  if (schema['enum'] !== undefined && values)
    return {
      description: formatValues(values),
      anyOf: [schema, { type: 'integer', enum: Object.values(values) }],
    };
  return {
    ...schema,
    ...(typeof items === 'object' && { items: toSendableSchema(items) }),
    ...(properties && { properties: mapped(properties, toSendableSchema) }),
  };
}

/** The accepted forms of a decimal. */
export const decimalSchema: JsonSchema = {
  description: 'An exact decimal. Text keeps every digit in every language.',
  anyOf: [
    { type: 'string', pattern: String.raw`^\d{1,20}(\.\d{1,18})?$` },
    { type: 'number', minimum: 0 },
  ],
};

/** @example formatValues({ Buy: 0, Sell: 1 })  // '0 Buy, 1 Sell' */
export function formatValues(values: Enumeration): string {
  return Object.entries(values)
    .map(([name, number]) => `${number} ${name}`)
    .join(', ');
}

/** Returns the parts of a schema with their types. */
export function listParts(schema: JsonSchema) {
  return schema as {
    readonly type?: string;
    readonly enum?: readonly string[];
    readonly items?: JsonSchema | false;
    readonly anyOf?: readonly JsonSchema[];
    readonly prefixItems?: readonly JsonSchema[];
    readonly additionalProperties?: JsonSchema | boolean;
    readonly properties?: Readonly<Record<string, JsonSchema>>;
    readonly required?: readonly string[];
    readonly description?: string;
  };
}

function mapped(
  properties: Readonly<Record<string, JsonSchema>>,
  change: (schema: JsonSchema, key: string) => JsonSchema,
): Record<string, JsonSchema> {
  return Object.fromEntries(Object.entries(properties).map(([key, schema]) => [key, change(schema, key)]));
}
