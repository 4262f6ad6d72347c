import type { Migration } from './index.ts';

export const mail: Migration = { id: '030-mail', sql: '' };
