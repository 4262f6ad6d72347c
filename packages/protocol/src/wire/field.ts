/** The type of a request's field. `fields.ts` creates fields, and `input-reader.ts` reads requests with them. */
import type { Result } from '../result.ts';
import type { JsonValue } from './read-json.ts';
import type { JsonSchema } from './shapes.ts';

export type FieldKind =
  'id' | 'integer' | 'decimal' | 'boolean' | 'enum' | 'text' | 'list' | 'object' | 'time';

/** One field. `read` returns undefined for a value that means "missing", and `malformed` for an unreadable one. */
export type Field<T> = {
  readonly kind: FieldKind;
  readonly isRequired: boolean;
  /** Other names, beyond case, that clients use. */
  readonly aliases: readonly string[];
  readonly read: (raw: Exclude<JsonValue, null>) => Result<Exclude<T, undefined> | undefined, 'malformed'>;
  readonly schema: JsonSchema;
  /** Exists in types only: the type of the value under this name. */
  readonly holds?: () => T;
};
export type Fields = { readonly [name: string]: Field<unknown> };
export type InputOf<F extends Fields> = {
  readonly [K in keyof F]: F[K] extends Field<infer T> ? T : never;
};
