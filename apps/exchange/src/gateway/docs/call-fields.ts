/** Lists the fields of a request for the documents: the ids that the guard reads, then the fields of the call. */
import type { JsonSchema } from '@salar/protocol/wire/shapes';
import type { Call } from '../call.ts';
import { fieldDescriptions } from './field-descriptions.ts';
import { toSendableSchema } from './schemas.ts';

export type DocumentedField = {
  readonly name: string;
  readonly kind: string;
  readonly isRequired: boolean;
  readonly aliases: readonly string[];
  /** The declared schema; `sendable` adds the other accepted forms. */
  readonly schema: JsonSchema;
  readonly sendable: JsonSchema;
  readonly description: string | undefined;
};

/** The guard's ids that are text; calls that look them up declare them as their own fields. */
const textIds = new Set(['RequestCode', 'APIKey']);

export function listFields(call: Call): readonly DocumentedField[] {
  const ids = ['OMSId', ...Object.keys(call.subject ?? {})].filter(
    (name) => !(name in call.fields) && !textIds.has(name),
  );
  return [
    ...ids.map((name) =>
      toDocumentedField(name, {
        kind: 'id',
        isRequired: isIdRequired(call, name),
        aliases: [],
        schema: { type: 'integer', minimum: 1 },
      }),
    ),
    ...Object.entries(call.fields).map(([name, field]) => toDocumentedField(name, field)),
  ];
}

/** Returns true for a single value; false for lists and objects, which a query holds as JSON text. */
export function isPlain({ kind }: Pick<DocumentedField, 'kind'>): boolean {
  return kind !== 'list' && kind !== 'object';
}

function isIdRequired({ omsId, subject }: Call, name: string): boolean {
  if (name === 'OMSId') return omsId === 'required';
  return name === 'UserId' && subject?.UserId === 'claimedUser';
}

function toDocumentedField(
  name: string,
  { kind, isRequired, aliases, schema }: Pick<DocumentedField, 'kind' | 'isRequired' | 'aliases' | 'schema'>,
): DocumentedField {
  const sendable = toSendableSchema(schema, name);
  return { name, kind, isRequired, aliases, schema, sendable, description: fieldDescriptions[name] };
}
