/** Serves everything under `/docs` from memory; it is built once. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Chapter } from '../chapter.ts';
import type { StaticFiles } from '../http/static-files.ts';
import { buildAsyncApi } from './asyncapi.ts';
import { fontFaces } from '@salar/pages/fonts';
import { renderDocsPage } from './docs-page.ts';
import { buildOpenApi } from './openapi.ts';
import type { DocumentedSite } from './openapi.ts';

/** The paths of the site; each is its own route. */
export const docsPaths = [
  '/docs',
  '/docs/docs.css',
  '/docs/docs.js',
  '/docs/openapi.json',
  '/docs/asyncapi.json',
] as const;

/** Directories of built files; without one, the site goes without what it holds. */
export type DocsDirectories = {
  /** The web build, for its fonts. */
  readonly staticDir?: string | undefined;
  /** Style sheets and scripts of pages rendered by the server. */
  readonly browserDir?: string | undefined;
};

/** Adds the site to the files. */
export function addDocsSite(
  files: StaticFiles,
  chapters: readonly Chapter[],
  site: DocumentedSite,
  { staticDir, browserDir }: DocsDirectories,
): void {
  const read = (name: string) =>
    browserDir === undefined ? '' : readFileSync(join(browserDir, name), 'utf8');
  const texts: Readonly<Record<(typeof docsPaths)[number], readonly [string, string]>> = {
    '/docs': ['.html', renderDocsPage(chapters, site)],
    '/docs/docs.css': ['.css', fontFaces(staticDir) + read('docs.css')],
    // Forms that send requests are included only in the local profile.
    '/docs/docs.js': ['.js', read('docs.js') + (site.profile === 'local' ? read('try.js') : '')],
    '/docs/openapi.json': ['.json', JSON.stringify(buildOpenApi(chapters, site))],
    '/docs/asyncapi.json': ['.json', JSON.stringify(buildAsyncApi(chapters, site))],
  };
  for (const path of docsPaths) {
    const [extension, text] = texts[path];
    files.add(path, extension, Buffer.from(text));
  }
}
