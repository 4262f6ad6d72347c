/**
 * Serves the built web app from memory, where it is loaded once: no path of a request ever reaches the file system.
 *
 * Assets with a hash in their name never change and are cached for a year; pages are revalidated each time. What the
 * build compressed is sent as it is; other texts are compressed on the first request that accepts it.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { assert } from '@salar/protocol';

export type StaticAnswer = {
  readonly status: 200 | 304;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
};

type Encoding = 'br' | 'gzip' | 'identity';
type StaticFile = {
  readonly content: Buffer;
  readonly type: string;
  readonly etag: string;
  readonly isImmutable: boolean;
  readonly encoded: Map<Encoding, Promise<Buffer>>;
};

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};
const compressible = /^(?:text\/|application\/(?:json|manifest)|image\/svg)/;
const compressFromBytes = 1024;
/** Vite puts eight characters of content hash before the extension, under `assets/`. */
const hashedName = /^\/assets\/.+-[\w-]{8}\.\w+$/;
/** The encodings that the build writes beside a file, with the extension of each. */
const writtenBeside = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;
/** Files that the build writes for the server, not for browsers. */
const privateFiles = new Set(['/csp.json']);

export class StaticFiles {
  readonly #files = new Map<string, StaticFile>();

  /** @param directory  the web build; a missing directory serves nothing */
  constructor(directory: string | undefined) {
    if (directory === undefined) return;
    const paths = new Set(filesUnder(directory));
    for (const path of paths) {
      const url = `/${relative(directory, path).split(sep).join('/')}`;
      if (!(extname(path) in types) || privateFiles.has(url)) continue;
      const file = createFile(url, extname(path), readFileSync(path));
      for (const [encoding, ending] of writtenBeside) {
        const made = paths.has(path + ending) ? readFileSync(path + ending) : null;
        if (made) file.encoded.set(encoding, Promise.resolve(made));
      }
      this.#files.set(url, file);
    }
  }

  /** Adds a generated file. @param extension  determines its type, such as `.html` */
  add(url: string, extension: string, content: Buffer): void {
    this.#files.set(url, createFile(url, extension, content));
  }

  /** Replaces the text of a file by the result of `change`; does nothing when there is no such file. */
  rewrite(url: string, change: (text: string) => string): void {
    const file = this.#files.get(url);
    if (file) this.add(url, extname(url), Buffer.from(change(file.content.toString())));
  }

  get size(): number {
    return this.#files.size;
  }

  /** Finds a file by its path; null when there is no such file. */
  async find(
    path: string,
    request: { readonly acceptEncoding?: string | undefined; readonly ifNoneMatch?: string | undefined },
  ): Promise<StaticAnswer | null> {
    const file = this.#files.get(path);
    if (!file) return null;
    const headers = {
      'content-type': file.type,
      'cache-control': file.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
      etag: file.etag,
      vary: 'accept-encoding',
    };
    if (request.ifNoneMatch === file.etag) return { status: 304, headers, body: Buffer.alloc(0) };
    const encoding = encodingFor(file, request.acceptEncoding ?? '');
    if (encoding === 'identity') return { status: 200, headers, body: file.content };
    const body = await encodedAs(file, encoding);
    return { status: 200, headers: { ...headers, 'content-encoding': encoding }, body };
  }
}

function createFile(url: string, extension: string, content: Buffer): StaticFile {
  const type = types[extension];
  assert(type !== undefined, `no content type for the extension ${extension}`);
  const etag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;
  return { content, type, etag, isImmutable: hashedName.test(url), encoded: new Map() };
}

function encodingFor(file: StaticFile, accepted: string): Encoding {
  if (file.content.byteLength < compressFromBytes || !compressible.test(file.type)) return 'identity';
  if (/\bbr\b/.test(accepted)) return 'br';
  return /\bgzip\b/.test(accepted) ? 'gzip' : 'identity';
}

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
/** Nearly as small as the highest quality, in a tenth of its time. */
const brotliQuality = 9;

function encodedAs(file: StaticFile, encoding: Exclude<Encoding, 'identity'>): Promise<Buffer> {
  const known = file.encoded.get(encoding);
  if (known) return known;
  const made =
    encoding === 'br'
      ? brotli(file.content, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } })
      : gzipped(file.content);
  file.encoded.set(encoding, made);
  return made;
}

function filesUnder(directory: string): string[] {
  let entries;
  try {
    entries = readdirSync(directory, { withFileTypes: true });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
  return entries.flatMap((entry) => {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) return filesUnder(path);
    return entry.isFile() ? [path] : [];
  });
}
