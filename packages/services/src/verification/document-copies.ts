/** Makes the copy of a document that an operator opens; a document that could start something has none. */
import type { DocumentType } from '@salar/protocol/level-requests';
import { findPdfActions } from './pdf-actions.ts';
import { toPlainImage } from './plain-images.ts';

export type DocumentCopy =
  | { readonly ok: true; readonly content: Buffer }
  /** Says why there is none, such as `it contains a script`. */
  | { readonly ok: false; readonly problem: string };

const askAgain = 'return the request with that reason, so that its owner sends a plain one';

export async function copyDocument(type: DocumentType, content: Buffer): Promise<DocumentCopy> {
  if (type === 'application/pdf') {
    const what = await findPdfActions(content);
    return what === null ? { ok: true, content } : { ok: false, problem: `it contains ${what}; ${askAgain}` };
  }
  const plain = toPlainImage(type, content);
  return plain === null
    ? { ok: false, problem: `it is not a complete image of its type; ${askAgain}` }
    : { ok: true, content: plain };
}
