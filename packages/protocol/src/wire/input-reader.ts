/** Reads and describes the input of a call, which is an object of fields. */
import type { Fields, InputOf } from './field.ts';
import type { JsonObject, JsonValue } from './read-json.ts';
import type { JsonSchema } from './shapes.ts';

export type InputRefusal = { readonly ok: false; readonly detail: string };

/**
 * Creates the reader of a call's input.
 *
 * The reader returns the values, or the detail text of the first field, in the order of declaration, that is
 * missing or malformed. Unknown keys are ignored; nothing undeclared is copied.
 */
export function createInputReader<F extends Fields>(
  fields: F,
): (raw: JsonObject) => { readonly ok: true; readonly value: InputOf<F> } | InputRefusal {
  const parts = Object.entries(fields).map(([name, field]) => ({
    name,
    field,
    keys: [name, ...field.aliases].map((key) => key.toLowerCase()),
  }));
  return (raw) => {
    const value: Record<string, unknown> = {};
    for (const { name, field, keys } of parts) {
      let found: JsonValue | undefined;
      for (const key of keys) {
        found = raw[key];
        if (found !== undefined && found !== null) break;
      }
      if (found === undefined || found === null) {
        if (field.isRequired) return { ok: false, detail: `${name} is Required` };
        continue;
      }
      const read = field.read(found);
      if (!read.ok) return { ok: false, detail: `Invalid ${name}` };
      if (read.value === undefined) {
        if (field.isRequired) return { ok: false, detail: `${name} is Required` };
        continue;
      }
      value[name] = read.value;
    }
    return { ok: true, value: value as InputOf<F> };
  };
}

/** Returns the JSON schema of a call's input. */
export function toJsonSchema(fields: Fields): JsonSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.schema])),
    required: Object.entries(fields)
      .filter(([, field]) => field.isRequired)
      .map(([name]) => name),
  };
}
