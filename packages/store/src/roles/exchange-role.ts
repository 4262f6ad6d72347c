/** Checks the login with which the exchange runs, before it serves anybody. */
import type { Queryable } from '../database.ts';
import { findPrivilegeDifferences } from './grant-privileges.ts';
import { storePrivileges } from './declared-privileges.ts';

/**
 * Returns why the exchange must not run with this login: it could change the tables or their triggers, or it lacks
 * what it needs. null when it has exactly the privileges of `salar_core`.
 */
export async function findExchangeRoleProblem(on: Queryable): Promise<string | null> {
  const [login] = await on.query<{
    name: string;
    isSuperuser: boolean;
    canCreateRoles: boolean;
    isOwner: boolean;
    isMember: boolean;
  }>(
    `SELECT current_user AS name, rolsuper AS "isSuperuser", rolcreaterole AS "canCreateRoles",
       pg_has_role((SELECT datdba FROM pg_database WHERE datname = current_database()), 'MEMBER')
         OR EXISTS (SELECT FROM pg_class WHERE relnamespace = current_schema()::regnamespace
           AND pg_has_role(relowner, 'MEMBER')) AS "isOwner",
       EXISTS (SELECT FROM pg_roles core WHERE core.rolname = 'salar_core'
         AND pg_has_role(core.oid, 'USAGE')) AS "isMember"
     FROM pg_roles WHERE rolname = current_user`,
  );
  if (login === undefined) throw new Error('PostgreSQL did not return the current login');
  const { name, isSuperuser, canCreateRoles, isOwner, isMember } = login;
  const remedy =
    'run `npm run migrate` as the owner, then use a login of its own in DATABASE_URL: ' +
    'CREATE ROLE salar_exchange LOGIN PASSWORD … IN ROLE salar_core';
  if (isSuperuser) return `the login ${name} is a superuser, which no trigger stops; ${remedy}`;
  if (isOwner) return `the login ${name} owns the tables and could alter the journal; ${remedy}`;
  if (canCreateRoles) return `the login ${name} can create roles: ALTER ROLE ${name} NOCREATEROLE`;
  if (!isMember) return `the login ${name} is not a member of salar_core; ${remedy}`;
  const [different] = await findPrivilegeDifferences(on, storePrivileges);
  if (different === undefined) return null;
  return (
    `${different.role} has other privileges on ${different.table} than this version declares: ` +
    'run `npm run migrate` as the owner'
  );
}
