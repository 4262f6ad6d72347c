/**
 * Shapes of answers: every key that may be sent, its type, and a writer built from it.
 *
 * An answer is written key by key from its shape, so an undeclared field cannot leak (security rule G9). Decimals
 * are written from their exact text. The same shapes describe the calls in the API documents.
 */
import { assert } from '../result.ts';
import { WireNumber } from './number.ts';

export type JsonSchema = { readonly [key: string]: unknown };

/** One kind of value in an answer. `T` is the caller's type. */
export type Shape<T> = {
  /** Appends the JSON text of a value to what is written so far. */
  readonly write: (value: T, written: string) => string;
  readonly schema: JsonSchema;
  readonly isOptional: boolean;
};
export type ShapeOf<S> = S extends Shape<infer T> ? T : never;

/** A whole number within 2^53: ids, counters, milliseconds. */
export const integer: Shape<number> = {
  write: (value, written) => {
    assert(Number.isSafeInteger(value), 'a whole number in an answer fits in 2^53');
    return written + String(value);
  },
  schema: { type: 'integer' },
  isOptional: false,
};

/** An exact decimal or a whole number beyond 2^53. */
export const number: Shape<WireNumber> = {
  write: (value, written) => written + value.text,
  schema: { type: 'number' },
  isOptional: false,
};

export const boolean: Shape<boolean> = {
  write: (value, written) => written + (value ? 'true' : 'false'),
  schema: { type: 'boolean' },
  isOptional: false,
};

export const text: Shape<string> = {
  write: (value, written) => written + quote(value),
  schema: { type: 'string' },
  isOptional: false,
};

/** The value, or null. */
export function nullable<T>(shape: Shape<T>): Shape<T | null> {
  return {
    write: (value, written) => (value === null ? `${written}null` : shape.write(value, written)),
    schema: { anyOf: [shape.schema, { type: 'null' }] },
    isOptional: false,
  };
}

/** A key that is omitted when its value is undefined. */
export function optional<T>(shape: Shape<T>): Shape<T | undefined> {
  return {
    write: (value, written) => (value === undefined ? written : shape.write(value, written)),
    schema: shape.schema,
    isOptional: true,
  };
}

export function list<T>(shape: Shape<T>): Shape<readonly T[]> {
  return {
    write: (values, written) => {
      let result = `${written}[`;
      let isFirst = true;
      for (const value of values) {
        result = shape.write(value, isFirst ? result : `${result},`);
        isFirst = false;
      }
      return `${result}]`;
    },
    schema: { type: 'array', items: shape.schema },
    isOptional: false,
  };
}

type Members = { readonly [key: string]: Shape<never> };
type ObjectOf<M> = {
  readonly [K in keyof M as undefined extends ShapeOf<M[K]> ? never : K]: ShapeOf<M[K]>;
} & {
  readonly [K in keyof M as undefined extends ShapeOf<M[K]> ? K : never]?: ShapeOf<M[K]>;
};

/** An object with exactly these keys, written in this order. */
export function object<M extends { readonly [key: string]: Shape<never> }>(members: M): Shape<ObjectOf<M>> {
  const parts = Object.entries(members as Members).map(([key, shape]) => ({
    key,
    prefix: `${quote(key)}:`,
    shape: shape as unknown as Shape<unknown>,
  }));
  const required = parts.filter((part) => !part.shape.isOptional).map((part) => part.key);
  return {
    write: (value, written) => {
      const source = value as Readonly<Record<string, unknown>>;
      let result = `${written}{`;
      let isFirst = true;
      for (const { key, prefix, shape } of parts) {
        const member = source[key];
        if (member === undefined) {
          assert(shape.isOptional, `an answer has its declared key ${key}`);
          continue;
        }
        result = shape.write(member, isFirst ? result + prefix : `${result},${prefix}`);
        isFirst = false;
      }
      return `${result}}`;
    },
    schema: {
      type: 'object',
      properties: Object.fromEntries(parts.map(({ key, shape }) => [key, shape.schema])),
      required,
      additionalProperties: false,
    },
    isOptional: false,
  };
}

/** A list of fixed length, one shape per position: the rows of market data. */
export function row(
  places: Readonly<Record<string, 'integer' | 'number'>>,
): Shape<readonly (number | WireNumber)[]> {
  const names = Object.keys(places);
  return {
    write: (values, written) => {
      assert(values.length === names.length, 'a row of market data has its documented length');
      return `${written}[${values.map((value) => (value instanceof WireNumber ? value.text : String(value))).join(',')}]`;
    },
    schema: {
      type: 'array',
      minItems: names.length,
      maxItems: names.length,
      prefixItems: Object.values(places).map((type) => ({ type })),
      items: false,
      description: names.map((name, place) => `${place} ${name}`).join(', '),
    },
    isOptional: false,
  };
}

/** A list of fixed length whose positions have different types. */
export function tuple<M extends { readonly [name: string]: Shape<never> }>(
  members: M,
): Shape<readonly ShapeOf<M[keyof M]>[]> {
  const places = Object.entries(members as Members);
  return {
    write: (values, written) => {
      assert(values.length === places.length, 'a row has its documented length');
      const texts = places.map(([, shape], place) => (shape as Shape<unknown>).write(values[place], ''));
      return `${written}[${texts.join(',')}]`;
    },
    schema: {
      type: 'array',
      minItems: places.length,
      maxItems: places.length,
      prefixItems: places.map(([, shape]) => shape.schema),
      items: false,
      description: places.map(([name], place) => `${place} ${name}`).join(', '),
    },
    isOptional: false,
  };
}

/** An object whose keys are data, such as pair names, with values of one shape. */
export function byName<T>(shape: Shape<T>): Shape<ReadonlyMap<string, T>> {
  return {
    write: (values, written) => {
      const members = [...values].map(([name, value]) => `${quote(name)}:${shape.write(value, '')}`);
      return `${written}{${members.join(',')}}`;
    },
    schema: { type: 'object', additionalProperties: shape.schema },
    isOptional: false,
  };
}

/** Writes one answer as JSON text. */
export function writeJson<T>(shape: Shape<T>, value: T): string {
  return shape.write(value, '');
}

/** Anything but printable ASCII without quote and backslash. */
const needsEscape = /[^ !#-[\]-~]/;
function quote(value: string): string {
  return needsEscape.test(value) ? JSON.stringify(value) : `"${value}"`;
}
