/** Detects the type of a picture from its first bytes; null for an unsupported one. */
export function detectImageType(image: Uint8Array): 'image/jpeg' | 'image/png' | 'image/webp' | null {
  const starts = (...bytes: number[]) => bytes.every((byte, place) => image[place] === byte);
  if (starts(0xff, 0xd8, 0xff)) return 'image/jpeg';
  if (starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png';
  const text = (from: number, to: number) => String.fromCharCode(...image.subarray(from, to));
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'image/webp';
  return null;
}
