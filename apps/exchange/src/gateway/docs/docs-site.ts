/** Everything under `/docs`, made once at the start and served from memory. */
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

/** Paths of the site; each is a route of its own. */
export const docsPaths = [
  '/docs',
  '/docs/docs.css',
  '/docs/docs.js',
  '/docs/openapi.json',
  '/docs/asyncapi.json',
] as const;

/** Puts the site among the files. @param staticDir  the web build, for its fonts */
export function addDocsSite(
  files: StaticFiles,
  chapters: readonly Chapter[],
  site: DocumentedSite,
  staticDir: string | undefined,
): void {
  const texts: Readonly<Record<(typeof docsPaths)[number], readonly [string, string]>> = {
    '/docs': ['.html', renderDocsPage(chapters, site)],
    '/docs/docs.css': ['.css', docsStyle(fontFaces(staticDir))],
    // Forms that send requests are for the exchange on one's own machine.
    '/docs/docs.js': ['.js', site.profile === 'local' ? docsScript + tryScript : docsScript],
    '/docs/openapi.json': ['.json', JSON.stringify(buildOpenApi(chapters, site))],
    '/docs/asyncapi.json': ['.json', JSON.stringify(buildAsyncApi(chapters, site))],
  };
  for (const path of docsPaths) {
    const [extension, text] = texts[path];
    files.add(path, extension, Buffer.from(text));
  }
}
