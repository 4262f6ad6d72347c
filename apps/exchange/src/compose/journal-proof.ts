/** The key of the journal's MACs, and the command they begin with: a file, because the database may be changed by others. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openTicketKeys, readOrCreateFile } from '@salar/adapters/files/key-files';
import { parseJson } from '@salar/adapters/parse-json';
import { sequence } from '@salar/protocol';
import type { Sequence } from '@salar/protocol';
import { deriveJournalKey } from '@salar/store';
import type { TrustDecision } from '@salar/services/ports/trust-decision';
import type { JournalProof } from '@salar/store';
import { z } from 'zod';
import { StartFailure } from '../lifecycle/start-failure.ts';

const fileSchema = z.object({ from: z.int().min(1) });

/**
 * Opens the proof of a data directory's journal. Its key is derived from that of the tickets.
 *
 * @throws StartFailure when the file is damaged: without it, any journal would be taken
 */
export function openDirectoryProof(dataDir: string, trust: TrustDecision): JournalProof {
  return {
    ...readDirectoryProof(dataDir),
    begin(from, former) {
      if (former.rows > 0) trust.check('journal', former);
      readOrCreateFile(getProofPath(dataDir), () => `${JSON.stringify({ from })}\n`);
    },
  };
}

/** Reads it for a standby, which begins nothing. @throws StartFailure when the file is damaged */
export function readDirectoryProof(dataDir: string): Pick<JournalProof, 'key' | 'from'> {
  const path = getProofPath(dataDir);
  return {
    key: deriveJournalKey(openTicketKeys(join(dataDir, 'keys')).ticketMac),
    from: existsSync(path) ? readFrom(path) : null,
  };
}

/** It is with the keys, because every machine with the same keys needs it. */
export function getProofPath(dataDir: string): string {
  return join(dataDir, 'keys/journal-proof.json');
}

function readFrom(path: string): Sequence {
  const { data } = fileSchema.safeParse(parseJson(readFileSync(path, 'utf8')));
  if (data === undefined)
    throw new StartFailure(`${path} is damaged: it must be {"from": the first command with a MAC}`);
  return sequence(data.from);
}
