import type { Migration } from './index.ts';

export const journal: Migration = { id: '001-journal', sql: '' };
