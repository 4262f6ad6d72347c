/**
 * The halts of the watcher: while one is in force, nothing is signed. Only approvers of the policy lift it; the exchange cannot.
 *
 * The file has a line for each halt and each lift, with their signatures. It is read again when it has grown, because a command of
 * its own writes a lift.
 */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { LineFile } from '@salar/adapters/files/line-file';
import { parseJson } from '@salar/adapters/parse-json';
import { formatHaltLift, identifyHalt, readHalt } from '@salar/approvals/watcher-halt';
import type { SignedHalt, WatcherHalt } from '@salar/approvals/watcher-halt';
import type { NamedSignature, Quorum } from '@salar/approvals/quorum';
import { accept, refuse } from '@salar/protocol';
import type { Result } from '@salar/protocol';
import { z } from 'zod';

/** More halts than this are not needed, and the text that lifts them stays readable. */
const haltsMax = 20;

const haltSchema = z.strictObject({
  text: z.string(),
  signature: z.string(),
  at: z.int(),
  reason: z.string(),
});
const lineSchema = z.union([
  z.strictObject({ halt: haltSchema }),
  z.strictObject({ lift: z.array(z.strictObject({ name: z.string(), signature: z.string() })) }),
]);

type StoredHalt = SignedHalt & WatcherHalt;

export class Halts {
  readonly #path: string;
  readonly #file: LineFile;
  #inForce: readonly StoredHalt[] = [];
  readonly #known = new Set<string>();
  #readBytes = -1;

  constructor(dataDir: string) {
    this.#path = join(dataDir, 'halts.jsonl');
    this.#file = new LineFile(this.#path, () => undefined);
  }

  /** Returns the halts in force, the oldest first. @throws with the line of the file that cannot be read: nothing is signed then */
  list(): readonly StoredHalt[] {
    const { size } = statSync(this.#path);
    if (size === this.#readBytes) return this.#inForce;
    this.#inForce = [];
    this.#known.clear();
    const lines = readFileSync(this.#path, 'utf8').split('\n').slice(0, -1);
    for (const [place, line] of lines.entries()) {
      const parsed = lineSchema.safeParse(parseJson(line)).data;
      if (parsed === undefined) throw new Error(`${this.#path}, line ${place + 1}: is no halt and no lift`);
      if ('halt' in parsed) {
        this.#inForce = [...this.#inForce, parsed.halt];
        this.#known.add(identifyHalt(parsed.halt));
      } else this.#inForce = [];
    }
    this.#readBytes = size;
    return this.#inForce;
  }

  /**
   * Stores a halt, once: a halt that was lifted does not take effect again when it is repeated.
   * @param key  the watcher's public key
   */
  halt({ text, signature }: SignedHalt, key: string): Result<null, 'halt_invalid' | 'too_many_halts'> {
    const halt = readHalt({ text, signature }, key);
    if (halt === null) return refuse('halt_invalid');
    const inForce = this.list();
    if (this.#known.has(identifyHalt({ text }))) return accept(null);
    if (inForce.length >= haltsMax) return refuse('too_many_halts');
    this.#file.append(JSON.stringify({ halt: { text, signature, ...halt } }));
    return accept(null);
  }

  /** Formats the text that lifts all halts in force; null when there is none. */
  formatLift(): string | null {
    const inForce = this.list();
    return inForce.length === 0 ? null : formatHaltLift(inForce);
  }

  /** Lifts all halts in force, when enough people have signed exactly their text. */
  async lift(
    signatures: readonly NamedSignature[],
    approvers: Quorum,
  ): Promise<Result<null, 'nothing_to_lift' | 'signatures_insufficient'>> {
    const text = this.formatLift();
    if (text === null) return refuse('nothing_to_lift');
    if (!(await approvers.hasSigned(text, signatures))) return refuse('signatures_insufficient');
    this.#file.append(JSON.stringify({ lift: signatures }));
    return accept(null);
  }

  close(): void {
    this.#file.close();
  }
}
