/** Every migration of the laptop's own tables, in the order in which it runs. A migration that has landed is never edited. */
import type { Migration } from '@salar/store';
import { sandboxTables } from './001-sandbox-tables.ts';

export const laptopMigrations: readonly Migration[] = [sandboxTables];
