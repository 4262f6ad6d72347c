/**
 * Fields of requests. One declaration reads every form that clients send, describes itself in the API documents,
 * and informs test generators.
 *
 * Hand-written readers instead of a general validator, because every `SendOrder` passes through here, and because
 * the wire's texts ("OMSId is Required") and number rules are exact.
 */
import { accept, refuse } from '../result.ts';
import type { Result } from '../result.ts';
import type { Field, FieldKind, Fields, InputOf } from './field.ts';
import { createInputReader, toJsonSchema } from './input-reader.ts';
import { isJsonObject, listMax, readJson } from './read-json.ts';
import type { JsonValue } from './read-json.ts';
import { WireNumber } from './number.ts';
import { parseUtcDate, parseTimeFilter, parseIso } from './time.ts';
import type { JsonSchema } from './shapes.ts';

/** Makes a field required: its absence is `<Field> is Required`. */
export function required<T>(field: Field<T | undefined>): Field<T> {
  return { ...field, isRequired: true } as Field<T>;
}

/** Adds names that differ by more than case, such as documented misprints. */
export function withAliases<T>(field: Field<T>, ...aliases: readonly string[]): Field<T> {
  return { ...field, aliases };
}

/** An id, 1 to 2^53 - 1. Zero and blank mean missing. */
export function id(): Field<number | undefined> {
  return field<number>('id', { type: 'integer', minimum: 1 }, (raw) => {
    const value = readInteger(raw);
    if (value === undefined) return malformed;
    return accept(value === 0 ? undefined : value);
  });
}

/** A whole number from 0 to 2^53 - 1. */
export function integerField(): Field<number | undefined> {
  return field<number>('integer', { type: 'integer', minimum: 0 }, (raw) => {
    const value = readInteger(raw);
    return value === undefined ? malformed : accept(value);
  });
}

/** An exact decimal in the grammar of security rule N2, kept as a string: no sign, no exponent, no comma. */
export function decimalField(): Field<string | undefined> {
  return field<string>('decimal', { type: 'number', minimum: 0 }, (raw) => {
    const text = toNumberText(raw);
    if (text === undefined || text.length > decimalTextMax || !decimalPattern.test(text)) return malformed;
    return accept(text);
  });
}
const decimalTextMax = 40;
const decimalPattern = /^\d{1,20}(?:\.\d{1,18})?$/;

/** true, "true", 1, "1" and the false forms, in any case. */
export function booleanField(): Field<boolean | undefined> {
  return field<boolean>('boolean', { type: 'boolean' }, (raw) => {
    if (typeof raw === 'boolean') return accept(raw);
    const text = toNumberText(raw)?.toLowerCase();
    if (text === 'true' || text === '1') return accept(true);
    if (text === 'false' || text === '0') return accept(false);
    return malformed;
  });
}

/** The number, the number as a string, or the name in any case. Returns the name. */
export function enumField<E extends Readonly<Record<string, number>>>(
  values: E,
): Field<(keyof E & string) | undefined> {
  const byText = new Map<string, keyof E & string>();
  for (const [name, number] of Object.entries(values)) {
    byText.set(name.toLowerCase(), name);
    byText.set(String(number), name);
  }
  return field<keyof E & string>('enum', { type: 'string', enum: Object.keys(values) }, (raw) => {
    const text = toNumberText(raw);
    const name = text === undefined || text.length > 40 ? undefined : byText.get(text.toLowerCase());
    return name === undefined ? malformed : accept(name);
  });
}

/** Text without control characters, in NFC, at most `lengthMax` characters. A number is read as its text. */
export function textField(lengthMax: number): Field<string | undefined> {
  return field<string>(
    'text',
    { type: 'string', maxLength: lengthMax },
    (raw) => {
      const text = toNumberText(raw);
      if (text === undefined || text.length > lengthMax || loneSurrogate.test(text) || controls.test(text))
        return malformed;
      return accept(text.normalize('NFC'));
    },
    { blankIsMissing: false },
  );
}
const loneSurrogate = /\p{Surrogate}/u;
const controls = /\p{Cc}/u;

/** JSON inside a string: blanks and line ends are allowed. Its content is read separately. */
export function jsonTextField(lengthMax: number): Field<string | undefined> {
  return field<string>('text', { type: 'string', maxLength: lengthMax }, (raw) => {
    const isFit = typeof raw === 'string' && raw.length <= lengthMax && !loneSurrogate.test(raw);
    return isFit ? accept(raw) : malformed;
  });
}

/** A secret such as a password: any characters, nothing changed, at most `bytesMax` bytes of UTF-8. */
export function secretField(bytesMax: number): Field<string | undefined> {
  return field<string>(
    'text',
    { type: 'string', maxLength: bytesMax, format: 'password' },
    (raw) => {
      const text = toNumberText(raw);
      if (text === undefined || text.length > bytesMax || loneSurrogate.test(text)) return malformed;
      return accept(text);
    },
    { blankIsMissing: false },
  );
}

/** A time filter in seconds, milliseconds or ticks. Returns milliseconds. */
export function timeField(): Field<number | undefined> {
  return field<number>('time', { type: 'integer' }, (raw) => {
    const text = toNumberText(raw);
    if (text === undefined || !/^\d{1,18}$/.test(text)) return malformed;
    return accept(parseTimeFilter(BigInt(text)));
  });
}

/** A moment: ISO 8601 with its zone, or a number as in `timeField`. Returns milliseconds; blank and 0 mean missing. */
export function momentField(): Field<number | undefined> {
  const schema = { anyOf: [{ type: 'string', format: 'date-time' }, { type: 'integer' }] };
  return field<number>('time', schema, (raw) => {
    const text = toNumberText(raw);
    if (text === undefined) return malformed;
    if (/^0+$/.test(text)) return accept(undefined);
    const at = /^\d{1,18}$/.test(text) ? parseTimeFilter(BigInt(text)) : parseIso(text);
    return at === undefined || at < 0 ? malformed : accept(at);
  });
}

/** A date in UTC as in `parseUtcDate`, or a number as in `timeField`. Returns milliseconds. */
export function dateField(): Field<number | undefined> {
  const schema = { anyOf: [{ type: 'string' }, { type: 'integer' }] };
  return field<number>('time', schema, (raw) => {
    const text = toNumberText(raw);
    if (text === undefined) return malformed;
    const at = /^\d{1,18}$/.test(text) ? parseTimeFilter(BigInt(text)) : parseUtcDate(text);
    return at === undefined ? malformed : accept(at);
  });
}

/** An object with fields of its own, or its JSON text, because a query string can carry nothing else. */
export function objectField<F extends Fields>(fields: F): Field<InputOf<F> | undefined> {
  const read = createInputReader(fields);
  return field<InputOf<F>>('object', toJsonSchema(fields), (raw) => {
    const value = parseJsonText(raw);
    if (!isJsonObject(value)) return malformed;
    const input = read(value);
    return input.ok ? accept(input.value) : malformed;
  });
}

/** A list of values of one field, or its JSON text. Null items are malformed. */
export function listField<T>(item: Field<T | undefined>): Field<readonly T[] | undefined> {
  return field<readonly T[]>('list', { type: 'array', maxItems: listMax, items: item.schema }, (raw) => {
    const list = parseJsonText(raw);
    if (!Array.isArray(list)) return malformed;
    const values: T[] = [];
    for (const element of list as readonly JsonValue[]) {
      const value = element === null ? malformed : item.read(element);
      if (!value.ok || value.value === undefined) return malformed;
      values.push(value.value);
    }
    return accept(values);
  });
}

const malformed = refuse('malformed');

function field<T>(
  kind: FieldKind,
  schema: JsonSchema,
  read: (raw: Exclude<JsonValue, null>) => Result<T | undefined, 'malformed'>,
  { blankIsMissing = true } = {},
): Field<T | undefined> {
  return {
    kind,
    isRequired: false,
    aliases: [],
    schema,
    read: (blankIsMissing ? (raw) => (raw === '' ? accept(undefined) : read(raw)) : read) as Field<
      T | undefined
    >['read'],
  };
}

/** Parses a string that contains JSON; returns any other value unchanged. */
export function parseJsonText(raw: JsonValue): JsonValue {
  if (typeof raw !== 'string') return raw;
  const json = readJson(raw);
  return json.ok ? json.value : raw;
}

function toNumberText(raw: JsonValue): string | undefined {
  if (typeof raw === 'string') return raw;
  if (raw instanceof WireNumber) return raw.text;
  return undefined;
}

/** Canonical digits only: no sign, no leading zero, at most 2^53 - 1. */
function readInteger(raw: JsonValue): number | undefined {
  const text = toNumberText(raw);
  if (text === undefined || !/^(?:0|[1-9]\d{0,15})$/.test(text)) return undefined;
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : undefined;
}
