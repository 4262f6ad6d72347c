/**
 * A head start for the first paint: the text font is preloaded, and `boot.js` knows the chunks of each route, so that
 * they load beside the entry instead of after it.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OutputBundle, OutputChunk } from 'rolldown';
import type { Plugin } from 'vite';
import { routeModules } from './route-modules.ts';

const textFont = /hanken-grotesk-latin-wght-normal.*\.woff2$/;
const place = /\{\s*\/\* routes \*\/\s*\}/;

export function headStart(): Plugin {
  let chunksByRoute: Readonly<Record<string, readonly string[]>> = {};
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
      chunksByRoute = routeChunks(bundle);
    },
    writeBundle(options) {
      const file = join(options.dir ?? '', 'boot.js');
      const source = readFileSync(file, 'utf8');
      if (!place.test(source)) throw new Error('boot.js has lost the place where the routes go');
      writeFileSync(file, source.replace(place, JSON.stringify(chunksByRoute)));
    },
  };
}

function routeChunks(bundle: OutputBundle): Record<string, string[]> {
  const chunks = Object.values(bundle).filter((item): item is OutputChunk => item.type === 'chunk');
  const entry = chunks.find((chunk) => chunk.isEntry);
  const atEntry = entry ? closure(bundle, [entry.fileName]) : new Set<string>();
  return Object.fromEntries(
    Object.entries(routeModules).map(([path, modules]) => {
      const starts = modules.map((module) => chunks.find((chunk) => chunk.facadeModuleId?.endsWith(module)));
      const files = starts.flatMap((chunk) => (chunk ? [chunk.fileName] : []));
      return [
        path,
        [...closure(bundle, files)].filter((file) => !atEntry.has(file)).map((file) => `/${file}`),
      ];
    }),
  );
}

function closure(bundle: OutputBundle, files: readonly string[]): Set<string> {
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
