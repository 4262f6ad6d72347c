/**
 * Copies what shows an image and nothing else: no metadata, such as the place where a photo was taken, and nothing after its end.
 * Pixels are not decoded, so a decompression bomb stays harmless.
 */
import type { DocumentType } from '@salar/protocol/level-requests';

type ImageType = Exclude<DocumentType, 'application/pdf'>;

/** @returns null for a file that is not a complete image of its type */
export function toPlainImage(type: ImageType, bytes: Buffer): Buffer | null {
  const copiers: Readonly<Record<ImageType, (image: Buffer) => Buffer | null>> = {
    'image/jpeg': copyJpeg,
    'image/png': copyPng,
    'image/webp': copyWebp,
  };
  return copiers[type](bytes);
}

/** Application data that decides about colours: JFIF and Adobe. */
const keptApplicationMarkers: readonly number[] = [0xe0, 0xee];

function copyJpeg(bytes: Buffer): Buffer | null {
  const parts = [bytes.subarray(0, 2)];
  let at = 2;
  let hasScan = false;
  while (at + 1 < bytes.length) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1; // fill byte
      continue;
    }
    if (marker === 0xd9) return hasScan ? Buffer.concat([...parts, bytes.subarray(at, at + 2)]) : null;
    if (at + 4 > bytes.length) return null;
    const segmentEnd = at + 2 + bytes.readUInt16BE(at + 2);
    if (segmentEnd < at + 4 || segmentEnd > bytes.length) return null;
    const end = marker === 0xda ? findScanEnd(bytes, segmentEnd) : segmentEnd;
    hasScan ||= marker === 0xda;
    const isApplication = marker >= 0xe0 && marker <= 0xef;
    const isComment = marker === 0xfe;
    if (!isComment && (!isApplication || keptApplicationMarkers.includes(marker)))
      parts.push(bytes.subarray(at, end));
    at = end;
  }
  return null;
}

/** Returns where the next marker after the data of a scan begins. */
function findScanEnd(bytes: Buffer, start: number): number {
  for (let at = bytes.indexOf(0xff, start); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0;
    const isData = next === 0 || next === 0xff || (next >= 0xd0 && next <= 0xd7);
    if (!isData) return at;
  }
  return bytes.length;
}

const keptPngChunks: readonly string[] = [
  'IHDR',
  'PLTE',
  'IDAT',
  'IEND',
  'tRNS',
  'gAMA',
  'cHRM',
  'sRGB',
  'pHYs',
];

function copyPng(bytes: Buffer): Buffer | null {
  const parts = [bytes.subarray(0, 8)];
  let hasData = false;
  for (let at = 8; at + 12 <= bytes.length;) {
    const end = at + 12 + bytes.readUInt32BE(at);
    const name = bytes.toString('latin1', at + 4, at + 8);
    if (end > bytes.length || (at === 8) !== (name === 'IHDR')) return null;
    hasData ||= name === 'IDAT';
    if (keptPngChunks.includes(name)) parts.push(bytes.subarray(at, end));
    if (name === 'IEND') return hasData ? Buffer.concat(parts) : null;
    at = end;
  }
  return null;
}

const keptWebpChunks: readonly string[] = ['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF'];
/** In `VP8X`: a colour profile, Exif and XMP, which are left out. */
const webpMetadataFlags = 0x20 | 0x08 | 0x04;

function copyWebp(bytes: Buffer): Buffer | null {
  if (bytes.length < 12) return null;
  const fileEnd = 8 + bytes.readUInt32LE(4);
  if (fileEnd > bytes.length) return null;
  const parts: Buffer[] = [];
  let hasData = false;
  for (let at = 12; at + 8 <= fileEnd;) {
    const size = bytes.readUInt32LE(at + 4);
    const end = at + 8 + size + (size % 2);
    if (end > fileEnd) return null;
    const name = bytes.toString('latin1', at, at + 4);
    hasData ||= name === 'VP8 ' || name === 'VP8L' || name === 'ANMF';
    if (keptWebpChunks.includes(name)) parts.push(clearFlags(name, bytes.subarray(at, end)));
    at = end;
  }
  if (!hasData) return null;
  const body = Buffer.concat([Buffer.from('WEBP'), ...parts]);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(body.length);
  return Buffer.concat([Buffer.from('RIFF'), size, body]);
}

function clearFlags(name: string, chunk: Buffer): Buffer {
  if (name !== 'VP8X' || chunk.length < 9) return chunk;
  const copy = Buffer.from(chunk);
  copy[8] = (copy[8] ?? 0) & ~webpMetadataFlags;
  return copy;
}
