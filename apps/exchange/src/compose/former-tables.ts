/** Rows that version 0.1 left without MACs: what a start proves, and what `npm run carry-over` shows. */
import { previewProofs, proveOnce } from '@salar/services/crypto/first-proofs';
import { listProvedTables } from '@salar/services/compose/proved-tables';
import type { Log } from '@salar/services/ports/log';
import type { TrustDecision } from '@salar/services/ports/trust-decision';
import { deriveJournalKey, readFormerJournal } from '@salar/store';
import type { Database } from '@salar/store';
import type { FormerRows } from '@salar/store/tables/former-rows';
import { readDirectoryProof } from './journal-proof.ts';
import { openProofMarks } from './proof-marks.ts';

type FormerTables = Parameters<typeof listProvedTables>[0] & {
  readonly dataDir: string;
  readonly database: Database;
};

/** Proves the tables that have no MACs yet, once. @throws StartFailure when nobody has decided to trust them */
export async function proveFormerTables(
  options: FormerTables & { readonly trust: TrustDecision; readonly log: Log },
): Promise<void> {
  const { dataDir, database, trust, log } = options;
  await proveOnce(database, listProvedTables(options), { marks: openProofMarks(dataDir), trust, log });
}

/** Returns what the next start would have to trust, by part, and changes nothing. */
export async function previewFormerRows(options: FormerTables): Promise<ReadonlyMap<string, FormerRows>> {
  const { dataDir, database, ticketMacKey } = options;
  const found = new Map(await previewProofs(database, listProvedTables(options), openProofMarks(dataDir)));
  if (readDirectoryProof(dataDir).from === null) {
    const journal = await readFormerJournal(database, deriveJournalKey(ticketMacKey));
    if (journal.rows > 0) found.set('journal', journal);
  }
  return found;
}
