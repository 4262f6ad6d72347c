import type { Migration } from './index.ts';

export const customers: Migration = { id: '010-customers', sql: '' };
