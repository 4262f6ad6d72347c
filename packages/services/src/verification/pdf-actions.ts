/**
 * Finds what a PDF could do on the machine where it is opened: scripts, programs to start, files inside, forms that send data.
 * Nothing is rendered. Names are searched in the whole file and in its packed streams, so that a broken structure hides none.
 */
import { promisify } from 'node:util';
import { inflate as inflateCallback } from 'node:zlib';

const inflate = promisify(inflateCallback);

/** The names of actions and what they mean. Each name is mandatory for its action, and too long to occur by chance. */
const actions: Readonly<Record<string, string>> = {
  '/JavaScript': 'a script',
  '/Launch': 'a program to start',
  '/EmbeddedFile': 'a file inside',
  '/RichMedia': 'rich media',
  '/SubmitForm': 'a form that is sent',
  '/ImportData': 'data to import',
  '/GoToE': 'a link to a file inside',
  '/GoToR': 'a link to another file',
  '/Rendition': 'media to play',
  '/Encrypt': 'encryption, which hides the rest',
  '/XFA': 'a dynamic form',
};
/** Matches one of the names; short ones only before what follows a name. */
const pattern = new RegExp(
  `(${Object.keys(actions).join('|')})(?:(?<!/XFA|/Encrypt|/Launch)|(?=[\\s\\0\\[(<>/%\\d]))`,
);
/** Unpacked bytes of one stream, and of all of them. */
const streamBytesMax = 8 * 1024 * 1024;
const unpackedBytesMax = 32 * 1024 * 1024;
const streamsMax = 20_000;

/** @returns what the file contains, such as `a script`; null when it is a plain document */
export async function findPdfActions(bytes: Buffer): Promise<string | null> {
  const text = toSearchable(bytes);
  const direct = findAction(text);
  if (direct !== null) return direct;
  let unpacked = 0;
  let count = 0;
  for (const { dictionary, start } of listStreams(text)) {
    if (isImage(dictionary)) continue;
    count += 1;
    if (count > streamsMax) return 'more streams than are looked through';
    if (isUnreadable(dictionary)) return 'objects that are packed in an unusual way';
    const content = await unpack(bytes, start);
    if (content === 'too_large') return 'more than is looked through';
    unpacked += content.length;
    if (unpacked > unpackedBytesMax) return 'more than is looked through';
    const found = findAction(toSearchable(content));
    if (found !== null) return found;
  }
  return null;
}

/** Returns the bytes as text of the same length, in which escapes within names (`#4A`) cannot hide one. */
function toSearchable(bytes: Buffer): string {
  const text = bytes.toString('latin1');
  if (!/#[0-9A-Fa-f]{2}/.test(text)) return text;
  return `${text}\n${text.replaceAll(/#([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))}`;
}

function findAction(text: string): string | null {
  const [, name = ''] = pattern.exec(text) ?? [];
  return actions[name] ?? null;
}

/** Yields where the content of each stream begins, with what is before it back to the last object. */
function* listStreams(text: string): Iterable<{ readonly dictionary: string; readonly start: number }> {
  const keyword = /stream(\r\n|\n|\r)/g;
  for (let match = keyword.exec(text); match !== null; match = keyword.exec(text)) {
    const before = text.slice(Math.max(0, match.index - 4096), match.index);
    if (before.endsWith('end')) continue;
    const dictionary = before.slice(before.lastIndexOf('obj') + 1);
    yield { dictionary, start: match.index + match[0].length };
  }
}

function isImage(dictionary: string): boolean {
  return /\/Subtype\s*\/Image\b/.test(dictionary) && !dictionary.includes('/First');
}

/** Packed objects are read only when they are deflated and nothing else. */
function isUnreadable(dictionary: string): boolean {
  if (!/\/ObjStm|\/First\b/.test(dictionary)) return false;
  return /\/Predictor|\/(?:LZW|ASCIIHex|ASCII85|RunLength|Crypt)Decode/.test(dictionary);
}

/** Returns an empty buffer for what is not deflated: the search in the file has seen it. */
async function unpack(bytes: Buffer, start: number): Promise<Buffer | 'too_large'> {
  if (((bytes[start] ?? 0) & 0x0f) !== 8) return Buffer.alloc(0); // no zlib header
  const options = {
    maxOutputLength: streamBytesMax,
    finishFlush: 2 /* a stream that is cut off is read so far */,
  };
  try {
    return await inflate(bytes.subarray(start), options);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    return error.code === 'ERR_BUFFER_TOO_LARGE' ? 'too_large' : Buffer.alloc(0);
  }
}
