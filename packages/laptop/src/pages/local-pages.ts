/**
 * All pages under `/local`: what `npm start` adds on a laptop. Refused in production.
 *
 * Each page works without JavaScript; each action also accepts and returns JSON for scripts and tests. Requests that
 * another site's page makes a browser send are refused by their `Origin`.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { assert } from '@salar/protocol';
import { actionRoutes } from './action-routes.ts';
import { assetRoutes } from './asset-routes.ts';
import { brazilRoutes } from './brazil-pages.ts';
import { hubRoutes } from './hub-page.ts';
import type { LocalPagesOptions } from './local-pages-options.ts';
import { mailboxRoutes } from './mailbox-pages.ts';
import { readBody } from './request-body.ts';
import { reviewerRoutes } from './reviewer-page.ts';
import { widgetRoutes } from './widget-routes.ts';

const documentBytesMax = 8_400_000;
/** Adds the local pages to the server, in a scope of their own. */
export async function addLocalPages(app: FastifyInstance, options: LocalPagesOptions): Promise<void> {
  assert(options.profile === 'local', 'the local pages exist in the local profile only');
  await app.register(
    async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: documentBytesMax }, readBody);
      scope.addHook('onRequest', refuseOtherSites);
      hubRoutes(scope, options);
      assetRoutes(scope, options);
      mailboxRoutes(scope, options);
      actionRoutes(scope, options);
      reviewerRoutes(scope, options);
      widgetRoutes(scope, options);
      brazilRoutes(scope, options);
    },
    { prefix: '/local' },
  );
}

async function refuseOtherSites(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { origin, host } = request.headers;
  if (request.method === 'GET' || origin === undefined) return;
  if (!URL.canParse(origin) || new URL(origin).host !== host)
    await reply.code(403).type('text/plain').send('This page belongs to another site.');
}
