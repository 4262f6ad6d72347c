/**
 * Compresses the hashed files as far as it goes, beside each of them: `main-….js.br` and `main-….js.gz`. They never
 * change, so the server need not do it in a hurry when the first visitor of a build asks.
 */
import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
const isText = /\.(?:css|js|svg)$/;

export function precompress(): Plugin {
  return {
    name: 'salar:precompress',
    apply: 'build',
    // After `boot.js` has got its name.
    enforce: 'post',
    async writeBundle({ dir = '' }) {
      await precompressIn(join(dir, 'assets'));
    },
  };
}

/** Writes both forms of every text in a directory. */
export async function precompressIn(directory: string): Promise<void> {
  await Promise.all(
    readdirSync(directory)
      .filter((name) => isText.test(name))
      .map((name) => compressFile(join(directory, name))),
  );
}

async function compressFile(path: string): Promise<void> {
  const content = await readFile(path);
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.byteLength };
  await writeFile(`${path}.br`, await brotli(content, { params }));
  await writeFile(`${path}.gz`, await gzipped(content, { level: 9 }));
}
