/** Fills the file list of `service-worker.js`: the files that every page needs, and the rest in each language. */
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OutputBundle, OutputChunk } from 'rolldown';
import type { Plugin } from 'vite';
import { languages } from '../src/i18n/languages.ts';
import type { Language } from '../src/i18n/languages.ts';

const place = /\{\s*\/\* build \*\/\s*\}/;
/** Larger files, such as the chart and the identity widget, are cached on first use instead. */
const heavyBytes = 100_000;
const textFont = /hanken-grotesk-latin-wght-normal.*\.woff2$/;

export function serviceWorker(): Plugin {
  return {
    name: 'salar:service-worker',
    apply: 'build',
    // Runs after `boot.js` has been renamed.
    enforce: 'post',
    writeBundle(options, bundle) {
      const dir = options.dir ?? '';
      const file = join(dir, 'service-worker.js');
      const source = readFileSync(file, 'utf8');
      if (!place.test(source)) throw new Error('service-worker.js has no placeholder for the files');
      const boot = readdirSync(join(dir, 'assets')).filter((name) => /^boot-.{8}\.js$/.test(name));
      const files = listFiles(
        bundle,
        boot.map((name) => `/assets/${name}`),
      );
      const text = `${JSON.stringify(files)}${readFileSync(join(dir, 'index.html'), 'utf8')}`;
      const version = createHash('sha256').update(text).digest('base64url').slice(0, 12);
      writeFileSync(file, source.replace(place, JSON.stringify({ version, ...files })));
    },
  };
}

function listFiles(bundle: OutputBundle, boot: readonly string[]) {
  const chunks = Object.values(bundle).filter((item): item is OutputChunk => item.type === 'chunk');
  const entry = chunks.find((chunk) => chunk.isEntry);
  if (!entry) throw new Error('the build has no entry');
  const styles = Object.keys(bundle).filter((name) => name.endsWith('.css') || textFont.test(name));
  const shell = [...boot, ...[entry.fileName, ...entry.imports, ...styles].map((name) => `/${name}`)];
  const rest = (language: Language) =>
    chunks
      .filter((chunk) => isFor(language, chunk) && Buffer.byteLength(chunk.code) < heavyBytes)
      .map((chunk) => `/${chunk.fileName}`)
      .filter((name) => !shell.includes(name));
  return {
    entry: `/${entry.fileName}`,
    shell,
    rest: Object.fromEntries(languages.map((language) => [language, rest(language)])),
  };
}

/** Texts belong to one language; all other code belongs to every language. */
function isFor(language: Language, { facadeModuleId }: OutputChunk): boolean {
  const textsIn = /\/locales\/(\w+)\.json$/.exec(facadeModuleId ?? '')?.[1];
  return textsIn === undefined || textsIn === language;
}
