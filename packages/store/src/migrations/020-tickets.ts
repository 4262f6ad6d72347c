import type { Migration } from './index.ts';

export const tickets: Migration = { id: '020-tickets', sql: '' };
