/**
 * Gives the first paint a head start: the text font is preloaded, and `boot.js` contains the chunks, texts and first
 * calls of each route, so that they load in parallel with the entry instead of after it. `.vite/routes.json` has the
 * same table for the size budgets.
 *
 * The name of `boot.js` gets a hash of its contents, so that later visits need no revalidation.
 */
import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OutputBundle, OutputChunk } from 'rolldown';
import type { Plugin } from 'vite';
import { borrowedTexts } from '../src/i18n/borrowed-texts.ts';
import { languages } from '../src/i18n/languages.ts';
import type { Language } from '../src/i18n/languages.ts';
import { firstCalls } from './first-calls.ts';
import type { FirstCall } from './first-calls.ts';
import { routeModules } from './route-modules.ts';

/** The files that an address needs besides the entry: its chunks, its texts in one language, and its first calls. */
type RouteFiles = {
  readonly files: readonly string[];
  readonly texts: Readonly<Record<string, readonly string[]>>;
  readonly calls: readonly FirstCall[];
};

const textFont = /hanken-grotesk-latin-wght-normal.*\.woff2$/;
const place = /\{\s*\/\* routes \*\/\s*\}/;

export function headStart(): Plugin {
  let filesByRoute: Readonly<Record<string, RouteFiles>> = {};
  return {
    name: 'salar:head-start',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle }) => {
        const font = Object.keys(bundle ?? {}).find((file) => textFont.test(file));
        if (!font) return [];
        const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${font}`, crossorigin: true };
        return [{ tag: 'link', attrs, injectTo: 'head' }];
      },
    },
    generateBundle(_, bundle) {
      filesByRoute = buildRouteFiles(bundle);
      this.emitFile({
        type: 'asset',
        fileName: '.vite/routes.json',
        source: `${JSON.stringify(filesByRoute, null, 2)}\n`,
      });
    },
    writeBundle(options) {
      const dir = options.dir ?? '';
      const source = readFileSync(join(dir, 'boot.js'), 'utf8');
      if (!place.test(source)) throw new Error('boot.js has no placeholder for the routes');
      const filled = source.replace(place, JSON.stringify(filesByRoute));
      const hash = createHash('sha256').update(filled).digest('base64url').slice(0, 8);
      writeFileSync(join(dir, `assets/boot-${hash}.js`), filled);
      rmSync(join(dir, 'boot.js'));
      const page = readFileSync(join(dir, 'index.html'), 'utf8');
      if (!page.includes('"/boot.js"')) throw new Error('index.html does not load boot.js');
      writeFileSync(join(dir, 'index.html'), page.replace('"/boot.js"', `"/assets/boot-${hash}.js"`));
    },
  };
}

function buildRouteFiles(bundle: OutputBundle): Record<string, RouteFiles> {
  const chunks = Object.values(bundle).filter((item): item is OutputChunk => item.type === 'chunk');
  const entry = chunks.find((chunk) => chunk.isEntry);
  const atEntry = entry ? findClosure(bundle, [entry.fileName]) : new Set<string>();
  const missing = (modules: readonly string[]) =>
    [
      ...findClosure(
        bundle,
        modules.map((module) => findChunk(chunks, module)),
      ),
    ].filter((file) => !atEntry.has(file));
  return Object.fromEntries(
    Object.entries(routeModules).map(([path, modules]) => {
      const texts = languages.map(
        (language) => [language, missing(listTextModules(modules, language))] as const,
      );
      const calls = firstCalls[path] ?? [];
      return [path, { files: missing(modules), texts: Object.fromEntries(texts), calls }];
    }),
  );
}

/** The text modules of the shell, and those of the features behind an address. */
function listTextModules(modules: readonly string[], language: Language): string[] {
  const own = modules.flatMap((module) => /\/(?:features|parts)\/([^/]+)\//.exec(module)?.[1] ?? []);
  const borrowed = Object.entries(borrowedTexts).flatMap(([to, from]) => (own.includes(to) ? from : []));
  return [
    `/src/i18n/locales/${language}.json`,
    ...[...own, ...borrowed].map((feature) => `/${feature}/locales/${language}.json`),
  ];
}

function findChunk(chunks: readonly OutputChunk[], module: string): string {
  const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(module));
  if (!chunk) throw new Error(`no chunk begins with ${module}: is it still loaded lazily?`);
  return chunk.fileName;
}

function findClosure(bundle: OutputBundle, files: readonly string[]): Set<string> {
  const reached = new Set<string>();
  const waiting = [...files];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    const chunk = bundle[file];
    if (chunk?.type === 'chunk') waiting.push(...chunk.imports);
  }
  return reached;
}
