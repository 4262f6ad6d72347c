/** Serves product icons to the web app and to API clients that read their addresses from `GetProductAttributes`. */
import type { FastifyInstance } from 'fastify';
import { productIconPath } from '../../product-icons/product-icons.ts';
import type { ProductIcons } from '../../product-icons/product-icons.ts';

export const iconRoute = `${productIconPath}/:file`;

/**
 * An icon changes when the operator replaces its file: browsers cache it for a day and revalidate in the background.
 */
const iconHeaders = {
  'cache-control': 'public, max-age=86400, stale-while-revalidate=604800',
  'content-type': 'image/svg+xml; charset=utf-8',
  // When opened as a document, the image runs and loads nothing, and no page shows it in a frame.
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
} as const;

export function addIconRoute(app: FastifyInstance, icons: ProductIcons): void {
  app.get<{ Params: { file: string } }>(iconRoute, (request, reply) => {
    const icon = icons.find(request.params.file);
    if (!icon) return reply.callNotFound();
    reply.headers({ ...iconHeaders, etag: icon.etag });
    return request.headers['if-none-match'] === icon.etag ? reply.code(304).send() : reply.send(icon.svg);
  });
}
