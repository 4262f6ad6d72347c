/** One style sheet, two scripts and the logo, from our own origin. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { fontFaces } from '@salar/pages/fonts';
import { markSvg } from '@salar/pages/look';
import type { LocalPagesOptions } from './local-pages-options.ts';

/** Adds the routes of the files that all local pages use. */
export function assetRoutes(
  app: FastifyInstance,
  { staticDir, browserDir }: Pick<LocalPagesOptions, 'staticDir' | 'browserDir'>,
): void {
  const read = (name: string) => readFileSync(join(browserDir, name), 'utf8');
  const assets = [
    ['local.css', 'text/css; charset=utf-8', () => fontFaces(staticDir) + read('local.css')],
    ['local.js', 'text/javascript; charset=utf-8', () => read('local.js')],
    ['widget.js', 'text/javascript; charset=utf-8', () => read('widget.js')],
    ['mark.svg', 'image/svg+xml; charset=utf-8', () => markSvg],
  ] as const;
  for (const [name, type, load] of assets)
    app.get(`/assets/${name}`, (_request, reply) =>
      reply.type(type).header('cache-control', 'no-cache').send(load()),
    );
}
