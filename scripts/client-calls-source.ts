/** Generates the TypeScript of the client's calls from their declarations. */
import { assert } from '@salar/protocol';
import type { Call } from '@salar/exchange/gateway/call';
import { enumerations, findSharedName } from '@salar/exchange/gateway/docs/schemas';
import type { SocketEvent } from '@salar/exchange/gateway/socket/socket-events';

type Schema = {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema | false;
  readonly prefixItems?: readonly Schema[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | false;
};
type Declared = Pick<
  Call,
  | 'name'
  | 'about'
  | 'auth'
  | 'permissions'
  | 'rate'
  | 'session'
  | 'repeats'
  | 'transport'
  | 'subject'
  | 'inputSchema'
  | 'outputSchema'
>;

type DeclaredEvent = Pick<SocketEvent, 'name' | 'when' | 'schema'>;

/** Its body is a file, so it has no fields. */
const uploads = new Set(['AddLevelDocument']);

/** Generates the whole file. */
export function callsSource(calls: readonly Declared[], events: readonly DeclaredEvent[]): string {
  const types = new Types();
  const offered = calls.filter(({ name }) => !uploads.has(name));
  const signatures = offered.map((call) => buildSignature(call, types));
  const payloads = events.map(
    ({ name, when, schema }) => `/** ${toComment(when)} */\n  readonly ${name}: ${types.ofOutput(schema)};`,
  );
  const readings = new Readings();
  const declarations = offered.map((call) => {
    const reading = readings.of(call.outputSchema);
    const takesKey = call.repeats === undefined ? '' : ', takesKey: true';
    const read = reading === null ? '' : `, reading: ${reading}`;
    return `${call.name}: { isRead: ${isRead(call)}${takesKey}${read} },`;
  });
  const eventReadings = events.flatMap(({ name, schema }) => {
    const reading = readings.of(schema);
    return reading === null ? [] : [`${name}: ${reading},`];
  });
  return `/** Written from the declarations of the calls by \`npm run client:generate\`; a check fails when it is stale. */
import type { CallOptions } from '../call-options.ts';
import type { Decimal } from '../decimal.ts';
import type { CallDeclaration, Reading, RowReading } from '../reading.ts';

${Object.entries(enumerations).map(enumerationSource).join('\n')}

${types.sources().join('\n\n')}

/** Every call by its name. */
export type Calls = {
${signatures.join('\n')}
};

/** Every event of the socket by its name, with its payload. */
export type SocketEvents = {
${payloads.join('\n')}
};

${readings.sources.join('\n')}

export const callFacts: { readonly [Name in keyof Calls]: CallDeclaration } = {
${declarations.join('\n')}
};

export const eventReadings: { readonly [Name in keyof SocketEvents]?: Reading } = {
${eventReadings.join('\n')}
};
`;
}

function enumerationSource([name, values]: readonly [string, Readonly<Record<string, number>>]): string {
  return `export type ${name} = ${Object.keys(values).map(literal).join(' | ')};`;
}

function buildSignature(call: Declared, types: Types): string {
  const { name, about, permissions, auth, transport } = call;
  const input = buildInput(call);
  const isOptional = (input.required ?? []).length === 0;
  const transports = transport === 'socket' ? ['On a socket only.'] : [];
  const who =
    auth === 'public'
      ? []
      : [permissions.length === 0 ? 'For the customer in person.' : `Keys: ${permissions.join(' or ')}.`];
  const doc = [toComment(about), ...transports, ...who].join(' ');
  return `/** ${doc} */
  ${name}(input${isOptional ? '?' : ''}: ${types.ofInput(input)}, options?: CallOptions): Promise<${types.ofOutput(call.outputSchema)}>;`;
}

/** Adds the ids that the guard reads to a call's input; the client fills in the number of the only OMS. */
function buildInput({ inputSchema, subject }: Declared): Schema {
  const { properties = {}, required = [] } = inputSchema as Schema;
  const ids = Object.keys(subject ?? {}).filter((name) => properties[name] === undefined);
  return {
    type: 'object',
    properties: { ...Object.fromEntries(ids.map((name) => [name, { type: 'integer' }])), ...properties },
    required: required.filter((name) => name !== 'OMSId'),
  };
}

/** Converts schemas to types and collects the shared objects they contain. */
class Types {
  readonly #shared = new Map<string, Schema>();

  /** The shared objects found so far. Objects inside them are found during generation and are appended. */
  sources(): string[] {
    const sources: string[] = [];
    for (const [name, schema] of this.#shared)
      sources.push(`export type ${name} = ${this.#inside(schema, '')};`);
    return sources;
  }

  ofOutput(schema: Schema, key = ''): string {
    const name = findSharedName(schema);
    if (name === undefined) return this.#inside(schema, key);
    this.#shared.set(name, schema);
    return name;
  }

  ofInput(schema: Schema, key = ''): string {
    const { properties, required = [], items } = schema;
    if (properties) {
      const members = Object.entries(properties).map(([name, inner]) => {
        const type = this.ofInput(inner, name);
        return required.includes(name)
          ? `readonly ${quoteKey(name)}: ${type};`
          : `readonly ${quoteKey(name)}?: ${type} | undefined;`;
      });
      return members.length === 0 ? 'Record<string, never>' : `{ ${members.join(' ')} }`;
    }
    return items ? `readonly (${this.ofInput(items)})[]` : this.#inside(schema, key);
  }

  #inside(schema: Schema, key: string): string {
    const { type, anyOf, properties, required = [], items, additionalProperties } = schema;
    if (anyOf) return anyOf.map((inner) => this.ofOutput(inner, key)).join(' | ');
    if (schema.enum) return enumerations[key] ? key : schema.enum.map(literal).join(' | ');
    const row = readRow(schema);
    if (row) {
      const members = row.map(([name, inner]) => `readonly ${quoteKey(name)}: ${this.ofOutput(inner)};`);
      return `{ ${members.join(' ')} }`;
    }
    if (properties) {
      const members = Object.entries(properties).map(
        ([name, inner]) =>
          `readonly ${quoteKey(name)}${required.includes(name) ? '' : '?'}: ${this.ofOutput(inner, name)};`,
      );
      return `{ ${members.join(' ')} }`;
    }
    if (additionalProperties) return `Readonly<Record<string, ${this.ofOutput(additionalProperties)}>>`;
    if (items) return `readonly (${this.ofOutput(items)})[]`;
    if (type === 'string' && enumerations[key]) return key;
    const plain = plainTypes[type ?? ''];
    assert(plain !== undefined, `a schema of a known kind: ${JSON.stringify(schema)}`);
    return plain;
  }
}

const plainTypes: Readonly<Record<string, string>> = {
  integer: 'number',
  number: 'Decimal',
  string: 'string',
  boolean: 'boolean',
  null: 'null',
};

/** Returns the names and schemas of a row's positions; null for a schema that is not a row. */
function readRow({ prefixItems, description = '' }: Schema): readonly (readonly [string, Schema])[] | null {
  if (!prefixItems) return null;
  const names = description.split(', ').map((place) => place.replace(/^\d+ /, ''));
  assert(names.length === prefixItems.length, `the description of a row names its places: ${description}`);
  return prefixItems.map((inner, place) => [names[place] ?? '', inner]);
}

/** Repeating such a call is always safe. */
function isRead({ name, rate, auth, session }: Declared): boolean {
  return rate === 'read' && session === undefined && (name.startsWith('Get') || auth === 'public');
}

/** Rows are exported as well, because the web app reads them separately. */
function constantSource(name: string, schema: Schema, reading: string): string {
  return readRow(schema)
    ? `export const ${name}: RowReading = ${reading};`
    : `const ${name}: Reading = ${reading};`;
}

/**
 * Generates the tables by which numbers of responses are converted. Collects the constants for shared objects, in
 * dependency order.
 */
class Readings {
  readonly sources: string[] = [];
  readonly #constants = new Map<string, string | null>();

  /** @returns null where there is nothing to do */
  of(schema: Schema): string | null {
    const name = findSharedName(schema);
    if (name === undefined) return this.#inside(schema);
    let constant = this.#constants.get(name);
    if (constant === undefined) {
      const reading = this.#inside(schema);
      constant = reading === null ? null : `${name.charAt(0).toLowerCase()}${name.slice(1)}Reading`;
      this.#constants.set(name, constant);
      if (constant !== null && reading !== null) this.sources.push(constantSource(constant, schema, reading));
    }
    return constant;
  }

  #inside(schema: Schema): string | null {
    const { type, anyOf, properties, items, additionalProperties } = schema;
    if (anyOf) return anyOf.map((inner) => this.of(inner)).find((inner) => inner !== null) ?? null;
    if (type === 'integer') return "'integer'";
    const row = readRow(schema);
    if (row)
      return `{ row: [${row.map(([name, inner]) => `[${literal(name)}, ${this.of(inner)}]`).join(', ')}] }`;
    if (properties) {
      const members = Object.entries(properties).flatMap(([name, inner]) => {
        const reading = this.of(inner);
        return reading === null ? [] : [`${quoteKey(name)}: ${reading}`];
      });
      return members.length === 0 ? null : `{ members: { ${members.join(', ')} } }`;
    }
    const [each, kind] = additionalProperties ? [additionalProperties, 'each'] : [items, 'list'];
    const reading = each ? this.of(each) : null;
    return reading === null ? null : `{ ${kind}: ${reading} }`;
  }
}

function toComment(text: string): string {
  return text.replaceAll('*/', '* /');
}

function quoteKey(name: string): string {
  return /^\w+$/.test(name) ? name : literal(name);
}

function literal(text: string): string {
  return `'${text.replaceAll("'", String.raw`\'`)}'`;
}
