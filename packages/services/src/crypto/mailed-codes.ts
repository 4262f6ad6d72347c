/** Creates the codes of mailed links that belong to a ticket or a destination. */
import { millis } from '@salar/protocol';
import type { Millis } from '@salar/protocol';
import { createSecret, hashSecret } from './tokens.ts';

/** The code goes into the mail, its hash into the database. */
export type MailedCode = { readonly code: string; readonly codeHash: Buffer; readonly expiresAt: Millis };

/** Creates the code of a mailed link that is sent at `at`. */
export function createMailedCode(at: Millis, codeLifeMs: number): MailedCode {
  const code = createSecret();
  return { code, codeHash: hashSecret(code), expiresAt: millis(at + codeLifeMs) };
}
