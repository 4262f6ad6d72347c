/** Headers that limit what our pages and answers may do in a browser (security rules B1, B2, B3; wire-protocol 1.1). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { RateLimitStatus } from '../guard/rate-limits.ts';

/** Headers of the call table, for answers that every page may read. */
export const apiHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': '*',
  'cache-control': 'no-store',
  'content-type': 'application/json; charset=utf-8',
} as const;

/** Headers of a refusal in plain text. */
export const textHeaders = { ...apiHeaders, 'content-type': 'text/plain; charset=utf-8' } as const;

export const preflightHeaders = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST, OPTIONS',
  'access-control-allow-headers':
    'aptoken, authorization, content-type, pending2fatoken, nonce, apikey, signature, userid, idempotency-key, ' +
    'x-salar-timestamp, x-salar-nonce, x-salar-signature',
  'access-control-max-age': '600',
} as const;

/**
 * Headers of every answer, whatever it is: browsers take it for what its type says, and show it in no frame. Documents and
 * pictures have policies of their own, which say the same about frames.
 */
export const commonHeaders = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "frame-ancestors 'none'",
} as const;

/** The common headers as lines, for answers that are written to the connection as text. */
export const commonHeaderLines = Object.entries(commonHeaders)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('');

/** Returns the headers of every answer of the gateway: in production, browsers use https only. */
export function siteHeaders(profile: 'local' | 'production'): Readonly<Record<string, string>> {
  return profile === 'local'
    ? commonHeaders
    : { ...commonHeaders, 'strict-transport-security': 'max-age=31536000; includeSubDomains' };
}

/** Adds headers to every answer of a server, except those that an answer sets itself. */
export function addToEveryAnswer(app: FastifyInstance, headers: Readonly<Record<string, string>>): void {
  const entries = Object.entries(headers);
  app.addHook('onSend', (_request, reply, _payload, done) => {
    for (const [name, value] of entries) if (!reply.hasHeader(name)) reply.header(name, value);
    done();
  });
}

/** Formats the rate-limit status: the fields of the IETF draft on rate limits, with `Reset` in seconds from now. */
export function rateHeaders({ limit, remaining, reset }: RateLimitStatus): Readonly<Record<string, string>> {
  return {
    'ratelimit-limit': String(limit),
    'ratelimit-remaining': String(remaining),
    'ratelimit-reset': String(reset),
  };
}

/** Formats in how many seconds the caller's session ends without further requests. */
export function sessionHeaders(leftMs: number): Readonly<Record<string, string>> {
  return { 'session-ends-in': String(Math.floor(leftMs / 1000)) };
}

/**
 * Text never becomes code or markup in a page: browsers refuse a plain string where a script, its address or HTML is
 * set. The only policy is the web app's own for the address of its worker (`apps/web/src/app/installed-app.ts`).
 */
const trustedTypes = ["require-trusted-types-for 'script'", 'trusted-types salar-worker'];

/** Where the identity provider's pages, which ours show in a frame, come from. */
export type IdentityFrames = {
  /** Sources in the format of `frame-src`. */
  readonly sources: readonly string[];
  /** Origins that may use the camera, the microphone and the location. */
  readonly devices: readonly string[];
};

/**
 * Builds the headers of every document.
 *
 * @param options.styleHashes  the inline styles that the web build needs
 * @param options.identityFrames  the frames of the configured provider; without one only our own pages are framed
 */
export function documentHeaders(options: {
  readonly styleHashes: readonly string[];
  readonly identityFrames?: IdentityFrames;
}): Readonly<Record<string, string>> {
  const frames = options.identityFrames ?? { sources: [], devices: [] };
  const devices = frames.devices.map((origin) => ` "${origin}"`).join('');
  const styles = ["'self'", ...options.styleHashes.map((hash) => `'${hash.replaceAll("'", '')}'`)].join(' ');
  return {
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      `style-src ${styles}`,
      "img-src 'self' data:",
      "font-src 'self'",
      "connect-src 'self'",
      "manifest-src 'self'",
      "worker-src 'self'",
      ["frame-src 'self'", ...frames.sources].join(' '),
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "object-src 'none'",
      ...trustedTypes,
    ].join('; '),
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': [
      `camera=(self${devices})`,
      devices === '' ? 'geolocation=()' : `geolocation=(self${devices})`,
      devices === '' ? 'microphone=()' : `microphone=(self${devices})`,
      'payment=()',
      'usb=()',
    ].join(', '),
    'referrer-policy': 'no-referrer',
  };
}

/** Reads the hashes that the web build wrote beside its pages; empty when there is no build. */
export function readStyleHashes(staticDir: string | undefined): readonly string[] {
  if (staticDir === undefined) return [];
  let text: string;
  try {
    text = readFileSync(join(staticDir, 'csp.json'), 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
  const parsed = JSON.parse(text) as { styleHashes?: unknown };
  const hashes = Array.isArray(parsed.styleHashes) ? parsed.styleHashes : [];
  return hashes.filter(
    (hash): hash is string => typeof hash === 'string' && /^'?sha(256|384|512)-/.test(hash),
  );
}
