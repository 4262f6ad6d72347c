/** Detects the type of a file by its first bytes. Nothing is decoded, so a decompression bomb stays harmless. */
import type { DocumentType } from '@salar/protocol/level-requests';

/** Returns null for a type that is not allowed for documents. */
export function detectDocumentType(bytes: Buffer): DocumentType | null {
  if (startsWith(bytes, '%PDF-')) return 'application/pdf';
  if (bytes.length > 3 && bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'image/jpeg';
  if (startsWith(bytes, '\x89PNG\r\n\x1a\n')) return 'image/png';
  if (startsWith(bytes, 'RIFF') && bytes.toString('latin1', 8, 12) === 'WEBP') return 'image/webp';
  return null;
}

/** The file extension of a copy for an operator; the copy never has the name that its owner gave. */
export const fileEndings: Readonly<Record<DocumentType, string>> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
};

function startsWith(bytes: Buffer, text: string): boolean {
  return bytes.toString('latin1', 0, text.length) === text;
}
