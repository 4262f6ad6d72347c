/** What a request may hold, as the documents tell it: the ids that the guard reads, then the fields of the call. */
import type { JsonSchema } from '@salar/protocol/wire/shapes';
import type { Call } from '../call.ts';
import { fieldDescriptions } from './field-descriptions.ts';
import { toSendableSchema } from './schemas.ts';

export type DocumentedField = {
  readonly name: string;
  readonly kind: string;
  readonly isRequired: boolean;
  readonly aliases: readonly string[];
  /** As it is declared; `sendable` is the same with the other forms that are taken. */
  readonly schema: JsonSchema;
  readonly sendable: JsonSchema;
  readonly words: string | undefined;
};

/** Ids of the guard that are text; calls that look for them declare them as fields of their own. */
const textIds = new Set(['RequestCode', 'APIKey']);

export function listFields(call: Call): readonly DocumentedField[] {
  const ids = ['OMSId', ...Object.keys(call.subject ?? {})].filter(
    (name) => !(name in call.fields) && !textIds.has(name),
  );
  return [
    ...ids.map((name) =>
      documented(name, {
        kind: 'id',
        isRequired: isIdRequired(call, name),
        aliases: [],
        schema: { type: 'integer', minimum: 1 },
      }),
    ),
    ...Object.entries(call.fields).map(([name, field]) => documented(name, field)),
  ];
}

/** True for a single value; false for lists and objects, which stand in a query as JSON text. */
export function isPlain({ kind }: Pick<DocumentedField, 'kind'>): boolean {
  return kind !== 'list' && kind !== 'object';
}

function isIdRequired({ omsId, subject }: Call, name: string): boolean {
  if (name === 'OMSId') return omsId === 'required';
  return name === 'UserId' && subject?.UserId === 'claimedUser';
}

function documented(
  name: string,
  { kind, isRequired, aliases, schema }: Pick<DocumentedField, 'kind' | 'isRequired' | 'aliases' | 'schema'>,
): DocumentedField {
  const sendable = toSendableSchema(schema, name);
  return { name, kind, isRequired, aliases, schema, sendable, words: fieldDescriptions[name] };
}
