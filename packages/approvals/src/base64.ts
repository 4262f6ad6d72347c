/** Base64 with one accepted form for each value: no blanks, no missing padding, no stray bits. */

/** Decodes base64 with padding; null for any text that encoding the bytes again would not return. */
export function readBase64(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : null;
}

/** Decodes base64url without padding; null for any text that encoding the bytes again would not return. */
export function readBase64Url(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64url');
  return bytes.toString('base64url') === text ? bytes : null;
}
