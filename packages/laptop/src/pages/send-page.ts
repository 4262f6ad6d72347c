/** Sends local answers: pages with their content security policy, and JSON to callers that accept it. */
import type { FastifyReply, FastifyRequest } from 'fastify';

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
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
];

/** Sends a page. `frame` lets our own pages embed it. */
export function sendPage(
  reply: FastifyReply,
  text: string,
  frame: 'refused' | 'own' = 'refused',
): FastifyReply {
  const ancestors = `frame-ancestors ${frame === 'own' ? "'self'" : "'none'"}`;
  // Without a referrer a browser sends no origin with a page's own form, and it would be refused as another site's.
  if (!reply.hasHeader('referrer-policy')) reply.header('referrer-policy', 'same-origin');
  return reply
    .header('content-security-policy', [...policy, ancestors].join('; '))
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(text);
}

/** Returns true when the caller is a script that wants JSON, not a person's browser. */
export function wantsJson(request: FastifyRequest): boolean {
  const accept = request.headers.accept ?? '';
  const content = request.headers['content-type'] ?? '';
  return accept.includes('application/json') || content.includes('application/json');
}
