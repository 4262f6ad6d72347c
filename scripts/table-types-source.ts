/** Writes the types of the tables that `packages/store/src/tables` queries, from the database as the migrations leave it. */
import type { Queryable } from '@salar/store';

/** Tables of the journal, the projection and the lease: their SQL is written by hand, for COPY and speed. */
const ownedElsewhere = [
  'journal',
  'journal_1',
  'writer_lease',
  'snapshot',
  'projection',
  'order_history',
  'order_terms',
  'trade',
  'ledger_entry',
  'price_history',
  'candle',
  'migration',
];

/** The TypeScript type that `Database` parses each type of PostgreSQL to. */
const parsedTypes: Readonly<Record<string, string>> = {
  bool: 'boolean',
  bytea: 'Buffer',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  jsonb: 'unknown',
  numeric: 'bigint',
  text: 'string',
  uuid: 'string',
  _int8: 'readonly string[]',
  _text: 'readonly string[]',
};

/** Columns whose values mean more than their type: by type, then `table.column`, or the column in every table. */
const meanings: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  int8: { account_id: 'AccountId', product_id: 'ProductId', ticket_id: 'TicketId', user_id: 'UserId' },
  jsonb: { 'webhook_event.facts': 'JSONColumnType<Readonly<Record<string, string>>>' },
  numeric: {
    'api_key.daily_notional': 'Minor',
    'api_key_usage.notional': 'Minor',
    'bank_entry.amount': 'Minor',
    'bank_statement.closing': 'Minor',
    'bank_statement.opening': 'Minor',
    'bank_statement_line.amount': 'Minor',
    'deposit.amount': 'Minor',
    'proposal.value': 'Minor',
    'ticket_step.amount': 'Minor',
    'withdrawal.amount': 'Minor',
    'withdrawal.fee': 'Minor',
    'withdrawal.notional': 'Minor',
  },
  text: {
    'app_user.account_type': 'AccountKind',
    'level_document.content_type': 'DocumentType',
    'level_document.kind': 'DocumentKind',
    'pending_sign_in.kind': `'second_factor' | 'enrolment'`,
  },
};

type Column = {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly is_nullable: boolean;
  readonly has_default: boolean;
  readonly is_always_generated: boolean;
};

/** Returns the text of `generated/tables.ts`, not formatted. The database has every migration of the store and no other. */
export async function generateTableTypes(on: Queryable): Promise<string> {
  const columns = await on.query<Column>(
    `SELECT table_name AS table, column_name AS name, udt_name AS type, is_nullable = 'YES' AS is_nullable,
       column_default IS NOT NULL AS has_default, identity_generation IS NOT NULL AS is_always_generated
     FROM information_schema.columns WHERE table_schema = 'public' AND table_name <> ALL ($1)
     ORDER BY table_name COLLATE "C", ordinal_position`,
    [ownedElsewhere],
  );
  const values = await readAllowedValues(on);
  const tables = [...new Set(columns.map(({ table }) => table))].map((table) => {
    const members = columns.filter((column) => column.table === table);
    return `${table}: { ${members.map((column) => describeColumn(column, values)).join(' ')} };`;
  });
  return `/** The tables and their columns. Generated from the migrations by \`npm run table-types\`: do not edit. */
import type { AccountId, Millis, Minor, ProductId, TicketId, UserId } from '@salar/protocol';
import type { AccountKind, DocumentKind, DocumentType } from '@salar/protocol/level-requests';
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely';

/** Read as \`Millis\`; any number may be written. */
type Time = ColumnType<Millis, number, number>;
type OptionalTime = ColumnType<Millis | null, number | null, number | null>;

export type Tables = { ${tables.join('\n')} };
`;
}

/** Reads the values that `CHECK (column IN (...))` allows, as a union for each `table.column`. */
async function readAllowedValues(on: Queryable): Promise<ReadonlyMap<string, string>> {
  const checks = await on.query<{ table: string; check: string }>(
    `SELECT conrelid::regclass::text AS table, pg_get_constraintdef(oid) AS check FROM pg_constraint
     WHERE contype = 'c' AND connamespace = 'public'::regnamespace`,
  );
  const unions = new Map<string, string>();
  for (const { table, check } of checks) {
    const [, column, list] = /^CHECK \(\((\w+) = ANY \(ARRAY\[([^\]]*)\]\)\)\)$/.exec(check) ?? [];
    if (column === undefined || list === undefined) continue;
    const values = list.split(', ').map((value) => value.replace(/::\w+$/, '').replace(/^\((\d+)\)$/, '$1'));
    unions.set(`${table}.${column}`, values.join(' | '));
  }
  return unions;
}

function describeColumn(column: Column, values: ReadonlyMap<string, string>): string {
  const { table, name, is_nullable: isNullable } = column;
  if (column.type === 'int8' && isTime(name)) return `${name}: ${isNullable ? 'OptionalTime' : 'Time'};`;
  const ofType = meanings[column.type];
  const meaning = values.get(`${table}.${name}`) ?? ofType?.[`${table}.${name}`] ?? ofType?.[name];
  const type = meaning ?? parsedTypes[column.type];
  if (type === undefined)
    throw new Error(`${table}.${name} has the type ${column.type}, which has no mapping yet`);
  if (column.is_always_generated) return `${name}: GeneratedAlways<${type}>;`;
  if (column.has_default) return `${name}: Generated<${isNullable ? `${type} | null` : type}>;`;
  return `${name}: ${type}${isNullable ? ' | null' : ''};`;
}

/** `created_at`, `locked_until`: milliseconds since 1970. `missing_since` is a height. */
function isTime(column: string): boolean {
  return /(?:^|_)at$|_until$|^(?:as_of|different_since)$/.test(column);
}
