/** One style sheet, two scripts and the logo, from our own origin. */
import type { FastifyInstance } from 'fastify';
import { pageScript } from './script.ts';
import { markSvg } from '@salar/pages/look';
import { fontFaces } from '@salar/pages/fonts';
import { styleSheet } from './style.ts';
import { widgetScript } from './widget-script.ts';

/** @param staticDir  the web build, for its fonts */
export function assetRoutes(app: FastifyInstance, staticDir: string | undefined): void {
  const assets = [
    ['local.css', 'text/css; charset=utf-8', fontFaces(staticDir) + styleSheet],
    ['local.js', 'text/javascript; charset=utf-8', pageScript],
    ['widget.js', 'text/javascript; charset=utf-8', widgetScript],
    ['mark.svg', 'image/svg+xml', markSvg],
  ] as const;
  for (const [name, type, content] of assets)
    app.get(`/assets/${name}`, (_request, reply) =>
      reply.type(type).header('cache-control', 'no-cache').send(content),
    );
}
