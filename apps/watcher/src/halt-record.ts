/** The halts that the watcher has signed, in a file of lines: one for each difference, until the difference has ended. */
import type { KeyObject } from 'node:crypto';
import { join } from 'node:path';
import { LineFile } from '@salar/adapters/files/line-file';
import { parseJson } from '@salar/adapters/parse-json';
import { signHalt } from '@salar/approvals/watcher-halt';
import type { SignedHalt } from '@salar/approvals/watcher-halt';
import { z } from 'zod';
import type { Finding } from './findings.ts';

const lineSchema = z.union([
  z.strictObject({
    key: z.string(),
    size: z.string().regex(/^\d+$/).transform(BigInt),
    halt: z.strictObject({ text: z.string(), signature: z.string() }),
  }),
  z.strictObject({ ended: z.string() }),
]);

type OpenHalt = { readonly size: bigint; readonly halt: SignedHalt };

export class HaltRecord {
  readonly #file: LineFile;
  readonly #privateKey: KeyObject;
  readonly #open = new Map<string, OpenHalt>();

  /** @throws with the line that cannot be read */
  constructor(options: { dataDir: string; privateKey: KeyObject }) {
    const path = join(options.dataDir, 'halts.jsonl');
    this.#privateKey = options.privateKey;
    let number = 0;
    this.#file = new LineFile(path, (line) => {
      number += 1;
      const parsed = lineSchema.safeParse(parseJson(line)).data;
      if (parsed === undefined) throw new Error(`${path}, line ${number}: is no halt`);
      if ('ended' in parsed) this.#open.delete(parsed.ended);
      else this.#open.set(parsed.key, parsed);
    });
  }

  /** The halts whose difference is still there. */
  get open(): readonly SignedHalt[] {
    return [...this.#open.values()].map(({ halt }) => halt);
  }

  /**
   * Signs a halt for each finding that has none, or has grown since. A finding that approvers have seen and lifted causes no
   * second one.
   *
   * @returns the findings that are new or larger
   */
  take(findings: readonly Finding[], now: number): readonly Finding[] {
    const fresh = findings.filter(({ key, size }) => {
      const before = this.#open.get(key);
      return before === undefined || size > before.size;
    });
    for (const { key, size, sentence } of fresh) {
      const halt = signHalt({ at: now, reason: sentence }, this.#privateKey);
      this.#file.append(JSON.stringify({ key, size: size.toString(), halt }));
      this.#open.set(key, { size, halt });
    }
    return fresh;
  }

  /** Forgets the halts whose difference is not among the keys any more. */
  end(present: ReadonlySet<string>): void {
    for (const key of [...this.#open.keys()].filter((one) => !present.has(one))) {
      this.#file.append(JSON.stringify({ ended: key }));
      this.#open.delete(key);
    }
  }

  close(): void {
    this.#file.close();
  }
}
