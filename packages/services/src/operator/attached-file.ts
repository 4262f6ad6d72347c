/**
 * The file that comes with an operator's request. The request is signed over its hash and kept; the file is not, because it
 * names customers of the bank.
 */
import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';

/** The largest file, before it is packed. */
const attachedBytesMax = 5 * 1024 * 1024;
/** The longest packed form of a file. */
export const packedLengthMax = 360_000;

/** Packs a file for a request. */
export function packFile(bytes: Uint8Array): { readonly hash: string; readonly packed: string } {
  return { hash: hashFile(bytes), packed: gzipSync(bytes).toString('base64') };
}

function hashFile(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Holds the file of the request that is handled now; requests are handled one at a time. */
export class AttachedFile {
  #packed: string | null = null;

  hold(packed: string | null): void {
    this.#packed = packed;
  }

  /** Returns the file of a hash, or why there is none, as a sentence. */
  read(
    hash: string,
  ): { readonly ok: true; readonly value: Buffer } | { readonly ok: false; readonly problem: string } {
    if (this.#packed === null)
      return { ok: false, problem: 'the file is not here: give the command with the file itself' };
    const bytes = unpack(this.#packed);
    if (bytes === null)
      return {
        ok: false,
        problem: `the file is damaged, or larger than ${attachedBytesMax} bytes: export fewer days`,
      };
    if (hashFile(bytes) !== hash) return { ok: false, problem: 'the file is not the one that was signed' };
    return { ok: true, value: bytes };
  }
}

/** Returns null for what is not a packed file, and for one that would grow beyond the limit. */
function unpack(packed: string): Buffer | null {
  try {
    return gunzipSync(Buffer.from(packed, 'base64'), { maxOutputLength: attachedBytesMax });
  } catch (error) {
    if (error instanceof Error && 'code' in error) return null;
    throw error;
  }
}
