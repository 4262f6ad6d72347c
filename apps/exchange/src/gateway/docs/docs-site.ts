/** Serves everything under `/docs` from memory; it is built once. */
import type { Chapter } from '../chapter.ts';
import type { StaticFiles } from '../http/static-files.ts';
import { buildAsyncApi } from './asyncapi.ts';
import { fontFaces } from '@salar/pages/fonts';
import { renderDocsPage } from './docs-page.ts';
import { docsScript } from './docs-script.ts';
import { docsStyle } from './docs-style.ts';
import { buildOpenApi } from './openapi.ts';
import type { DocumentedSite } from './openapi.ts';
import { tryScript } from './try-script.ts';

/** The paths of the site; each is its own route. */
export const docsPaths = [
  '/docs',
  '/docs/docs.css',
  '/docs/docs.js',
  '/docs/openapi.json',
  '/docs/asyncapi.json',
] as const;

/** Adds the site to the files. @param staticDir  the web build, for its fonts */
export function addDocsSite(
  files: StaticFiles,
  chapters: readonly Chapter[],
  site: DocumentedSite,
  staticDir: string | undefined,
): void {
  const texts: Readonly<Record<(typeof docsPaths)[number], readonly [string, string]>> = {
    '/docs': ['.html', renderDocsPage(chapters, site)],
    '/docs/docs.css': ['.css', docsStyle(fontFaces(staticDir))],
    // Forms that send requests are included only in the local profile.
    '/docs/docs.js': ['.js', site.profile === 'local' ? docsScript + tryScript : docsScript],
    '/docs/openapi.json': ['.json', JSON.stringify(buildOpenApi(chapters, site))],
    '/docs/asyncapi.json': ['.json', JSON.stringify(buildAsyncApi(chapters, site))],
  };
  for (const path of docsPaths) {
    const [extension, text] = texts[path];
    files.add(path, extension, Buffer.from(text));
  }
}
