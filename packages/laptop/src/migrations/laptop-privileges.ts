import type { DeclaredPrivileges, Privilege } from '@salar/store';

const core = (...privileges: Privilege[]) => ({
  salar_core: privileges,
  salar_reader: [],
  salar_watcher: [],
});

/** Privileges of the roles on the laptop's own tables, as `declared-privileges.ts` of `store` says it for all others. */
export const laptopPrivileges: DeclaredPrivileges = {
  tables: {
    laptop_migration: core('SELECT'),
    local_mail: core('SELECT', 'INSERT', 'DELETE'),
    identity_sandbox_token: core('SELECT', 'INSERT', 'DELETE'),
    identity_sandbox_application: core('SELECT', 'INSERT', 'UPDATE'),
    identity_sandbox_document: core('SELECT', 'INSERT', 'UPDATE'),
  },
  coreSequences: [],
  coreFunctions: [],
};
