/**
 * The record of who decided to trust what version 0.1 left in the database, and when. A file with the keys, because from
 * then on these rows count as written by the exchange, and the database may be changed by others.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from '@salar/adapters/files/replace-file';
import { parseJson } from '@salar/adapters/parse-json';
import type { Log } from '@salar/services/ports/log';
import type { TrustDecision } from '@salar/services/ports/trust-decision';
import { z } from 'zod';
import { StartFailure } from '../lifecycle/start-failure.ts';

const fileSchema = z.record(
  z.string(),
  z.strictObject({ rows: z.int().min(0), digest: z.string(), by: z.string().min(1), at: z.iso.datetime() }),
);

/** A part of the database, and who decided to trust it as it was. */
export type TrustedParts = z.infer<typeof fileSchema>;

/** Reads the record. @throws StartFailure when it is damaged */
export function readTrustedParts(dataDir: string): TrustedParts {
  const path = getPath(dataDir);
  if (!existsSync(path)) return {};
  const { data } = fileSchema.safeParse(parseJson(readFileSync(path, 'utf8')));
  if (data === undefined)
    throw new StartFailure(`${path} is damaged: remove it and run "npm run carry-over" again`);
  return data;
}

/** Adds a decision to the record; one about the same part replaces the former one. */
export function writeTrustedParts(dataDir: string, parts: TrustedParts): void {
  const all = { ...readTrustedParts(dataDir), ...parts };
  replaceFile(getPath(dataDir), `${JSON.stringify(all, null, 2)}\n`);
}

/** Opens the decisions of `npm run carry-over`; a part without one ends the start. */
export function openTrustFile(dataDir: string): TrustDecision {
  return {
    check(part, { rows, digest }) {
      const decided = readTrustedParts(dataDir)[part];
      if (decided?.rows === rows && decided.digest === digest) return;
      const what = part === 'journal' ? `a journal of ${rows} commands` : `${rows} rows in ${part}`;
      throw new StartFailure(
        decided === undefined
          ? `There is ${what} of version 0.1 that nobody has decided to trust: see docs/guides/from-0.1.md ("npm run carry-over").`
          : `There is ${what} of version 0.1, and ${decided.by} decided to trust others: somebody changed them since. Run "npm run carry-over" again.`,
      );
    },
  };
}

/** Trusts whatever is found, as the local profile does, and records that. */
export function trustEverything(dataDir: string, log: Log): TrustDecision {
  return {
    check(part, former) {
      const by = 'npm start, in the local profile';
      writeTrustedParts(dataDir, { [part]: { ...former, by, at: new Date().toISOString() } });
      log.warn({ part, rows: former.rows }, 'what version 0.1 left in the database is trusted as it is');
    },
  };
}

function getPath(dataDir: string): string {
  return join(dataDir, 'keys/trusted-rows.json');
}
