/**
 * `npm run migrate`: migrates your own PostgreSQL with the login of SALAR_MIGRATION_DATABASE_URL, which owns the tables.
 * See docs/guides/run-in-production.md.
 */
import { runProgram } from './program.mjs';

await runProgram('migrate', { hasKeys: true });
