/** Creates the roles and brings the privileges of the tables to what is declared. */
import pg from 'pg';
import type { Queryable } from '../database.ts';
import { privileges, roles } from './declared-privileges.ts';
import type { DeclaredPrivileges, Privilege, Role } from './declared-privileges.ts';

/** A table on which a role may do something else than is declared. */
export type PrivilegeDifference = {
  readonly table: string;
  readonly role: Role;
  readonly declared: readonly Privilege[];
  readonly actual: readonly Privilege[];
};

/**
 * Creates the group roles that are missing. They belong to the whole cluster and cannot log in.
 *
 * @throws with one sentence when they are missing and this login may not create roles
 */
export async function createRoles(on: Queryable): Promise<void> {
  try {
    for (const role of roles) await createRole(on, `${role} NOLOGIN`);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== '42501') throw error;
    throw new Error(
      `the roles ${roles.join(' and ')} are missing and this login may not create them: as a superuser run ` +
        roles.map((role) => `CREATE ROLE ${role} NOLOGIN;`).join(' '),
      { cause: error },
    );
  }
}

/** Creates a login without a password that is a member of a role, unless the login exists. */
export async function createLogin(on: Queryable, login: string, role: Role): Promise<void> {
  if (!/^[a-z][a-z0-9_]{0,62}$/.test(login)) throw new Error(`${login} is not a valid name of a login`);
  await createRoles(on);
  await createRole(on, `${login} LOGIN IN ROLE ${role}`);
}

async function createRole(on: Queryable, definition: string): Promise<void> {
  const [name] = definition.split(' ');
  const found = await on.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [name]);
  if (found.length > 0) return;
  // Roles belong to the cluster: a migration of another database may create the same one now.
  await on.query(`DO $$ BEGIN CREATE ROLE ${definition};
    EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$`);
}

/** Grants what is declared and revokes what is not. Run it as the owner of the tables. */
export async function grantPrivileges(on: Queryable, declared: DeclaredPrivileges): Promise<void> {
  for (const { table, role, declared: wanted } of await findPrivilegeDifferences(on, declared)) {
    await on.query(`REVOKE ALL ON ${table} FROM ${role}, PUBLIC`);
    if (wanted.length > 0) await on.query(`GRANT ${wanted.join(', ')} ON ${table} TO ${role}`);
  }
  for (const name of declared.coreSequences) await on.query(`GRANT USAGE ON SEQUENCE ${name} TO salar_core`);
  for (const name of declared.coreFunctions) {
    await on.query(`REVOKE ALL ON FUNCTION ${name} FROM PUBLIC`); // everybody may execute a new function
    await on.query(`GRANT EXECUTE ON FUNCTION ${name} TO salar_core`);
  }
}

/**
 * Compares the declared tables, and the parts of the journal with `journal`, with PostgreSQL. Privileges that everybody has, by
 * a grant to PUBLIC, count.
 *
 * @returns empty when everything is as declared
 */
export async function findPrivilegeDifferences(
  on: Queryable,
  { tables }: DeclaredPrivileges,
): Promise<readonly PrivilegeDifference[]> {
  const rows = await on.query<{ table: string; entry: string; role: Role; actual: Privilege[] }>(
    `SELECT c.relname AS "table", coalesce(parent.relname, c.relname) AS entry, r.rolname AS role, ARRAY(
       SELECT p FROM unnest($3::text[]) WITH ORDINALITY AS listed (p, n)
       WHERE has_table_privilege(r.oid, c.oid, p) ORDER BY n) AS actual
     FROM pg_class c CROSS JOIN pg_roles r
       LEFT JOIN pg_inherits i ON i.inhrelid = c.oid LEFT JOIN pg_class parent ON parent.oid = i.inhparent
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p')
       AND coalesce(parent.relname, c.relname) = ANY($1) AND r.rolname = ANY($2)
     ORDER BY c.relname, r.rolname`,
    [Object.keys(tables), roles, privileges],
  );
  return rows.flatMap(({ table, entry, role, actual }) => {
    const wanted = tables[entry]?.[role] ?? [];
    const isEqual = privileges.every((one) => wanted.includes(one) === actual.includes(one));
    return isEqual ? [] : [{ table, role, declared: wanted, actual }];
  });
}
