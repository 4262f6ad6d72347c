/** Remembers in the data directory which tables have MACs: files, because the database may be changed by others. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readOrCreateFile } from '@salar/adapters/files/key-files';
import type { ProofMarks } from '@salar/services/crypto/first-proofs';

/** Opens the marks of a data directory, which are with its keys: an empty file for each table. */
export function openProofMarks(dataDir: string): ProofMarks {
  const pathOf = (table: string) => join(dataDir, 'keys/proved-tables', table);
  return {
    has: (table) => existsSync(pathOf(table)),
    add: (table) => {
      readOrCreateFile(pathOf(table), () => '');
    },
  };
}
