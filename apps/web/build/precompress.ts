/**
 * Compresses the hashed files at the highest level, next to each of them: `main-….js.br` and `main-….js.gz`. They never
 * change, so the server does not have to compress them during the first request of a build.
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
    // Runs after `boot.js` has been renamed.
    enforce: 'post',
    async writeBundle({ dir = '' }) {
      await precompressIn(join(dir, 'assets'));
    },
  };
}

/** Writes both compressed forms of every text file in a directory. */
async function precompressIn(directory: string): Promise<void> {
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
