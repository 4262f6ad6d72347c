/**
 * Everything under `/local`: what `npm start` adds on a laptop. Refused in production.
 *
 * Each page works without JavaScript; each action also takes and answers JSON for scripts and tests. Requests that another
 * site's page makes a browser send are refused by their `Origin`.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { assert } from '@salar/protocol';
import type { IdentitySandbox } from '@salar/adapters/identity-sandbox/identity-sandbox';
import type { Database } from '@salar/store';
import { actionRoutes } from './action-routes.ts';
import { assetRoutes } from './asset-routes.ts';
import { hubRoutes } from './hub-page.ts';
import type { LocalNetwork } from './local-network.ts';
import { mailboxRoutes } from './mailbox-pages.ts';
import { readBody } from './request-body.ts';
import { reviewerRoutes } from './reviewer-page.ts';
import { widgetRoutes } from './widget-routes.ts';

export type LocalPagesOptions = {
  readonly profile: 'local' | 'production';
  readonly database: Database;
  readonly networks: readonly LocalNetwork[];
  readonly identity: IdentitySandbox;
  readonly demoLogin: { readonly userName: string; readonly password: string };
  readonly autoReview: boolean;
  /** Real mail goes out instead of into the mailbox. */
  readonly hasRealMail: boolean;
};

const documentBytesMax = 8_400_000;
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "object-src 'none'",
];

/** Adds the local pages to the server, in a scope of their own. */
export async function localPages(app: FastifyInstance, options: LocalPagesOptions): Promise<void> {
  assert(options.profile === 'local', 'the local pages exist in the local profile only');
  await app.register(
    async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: documentBytesMax }, readBody);
      scope.addHook('onRequest', refuseOtherSites);
      hubRoutes(scope, options);
      assetRoutes(scope);
      mailboxRoutes(scope, options);
      actionRoutes(scope, options);
      reviewerRoutes(scope, options);
      widgetRoutes(scope, options);
    },
    { prefix: '/local' },
  );
}

/** Sends a page. `frame` lets our own pages show it in a frame. */
export function sendPage(
  reply: FastifyReply,
  text: string,
  frame: 'refused' | 'own' = 'refused',
): FastifyReply {
  const ancestors = `frame-ancestors ${frame === 'own' ? "'self'" : "'none'"}`;
  return reply
    .header('content-security-policy', [...policy, ancestors].join('; '))
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(text);
}

/** True when the caller is a script that wants JSON, not a person's browser. */
export function wantsJson(request: FastifyRequest): boolean {
  const accept = request.headers.accept ?? '';
  const content = request.headers['content-type'] ?? '';
  return accept.includes('application/json') || content.includes('application/json');
}

async function refuseOtherSites(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { origin, host } = request.headers;
  if (request.method === 'GET' || origin === undefined) return;
  if (!URL.canParse(origin) || new URL(origin).host !== host)
    await reply.code(403).type('text/plain').send('This page belongs to another site.');
}
