/** The record of decisions as a file beside the database: one JSON object, replaced at once. */
import { existsSync, readFileSync } from 'node:fs';
import type { DecisionStore } from '@salar/services/ports/decision-store';
import { z } from 'zod';
import { parseJson } from '../parse-json.ts';
import { replaceFile } from './replace-file.ts';

const times = z.record(z.string().regex(/^\d+$/), z.int().min(0));
/** `{}` is what somebody writes who accepts a database whose record was lost. */
const fileSchema = z.object({
  operators: z.record(z.string(), z.int().min(1)).nullable().default(null),
  proposals: times.default({}),
  payouts: times.default({}),
  addresses: z.record(z.string(), z.int().min(1)).default({}),
  halts: z
    .record(z.string().regex(/^[0-9a-f]{64}$/), z.int().min(0))
    .nullable()
    .default(null),
  levelsApplied: z.record(z.string(), z.int().min(0)).default({}),
  levelsTaken: z.record(z.string().regex(/^\d+$/), z.int().min(1)).default({}),
});

/** Opens the store of a file, which is created when the first decision is recorded. */
export function openDecisionFile(path: string): DecisionStore {
  return {
    load() {
      if (!existsSync(path)) return null;
      const { data } = fileSchema.safeParse(parseJson(readFileSync(path, 'utf8')));
      if (data === undefined)
        throw new Error(`${path} is damaged: see "The record of decisions" in docs/recovery.md`);
      return data;
    },
    save: (state) => replaceFile(path, `${JSON.stringify(state)}\n`),
  };
}
