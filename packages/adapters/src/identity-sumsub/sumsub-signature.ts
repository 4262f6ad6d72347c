/** Signatures in both directions: ours on each request, Sumsub's on each webhook. */
import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Signs a request: HMAC-SHA256 over seconds, method, path with query, and the bytes of the body, with nothing in
 * between.
 *
 * @param request.seconds  Unix time; about a minute of difference is accepted
 * @returns lower-case hex
 */
export function signRequest(
  secretKey: string,
  request: {
    readonly seconds: number;
    readonly method: 'GET' | 'POST';
    readonly path: string;
    readonly body: Buffer | null;
  },
): string {
  const hmac = createHmac('sha256', secretKey);
  hmac.update(`${request.seconds}${request.method}${request.path}`);
  if (request.body !== null) hmac.update(request.body);
  return hmac.digest('hex');
}

const digests: Readonly<Record<string, 'sha1' | 'sha256' | 'sha512'>> = {
  HMAC_SHA1_HEX: 'sha1',
  HMAC_SHA256_HEX: 'sha256',
  HMAC_SHA512_HEX: 'sha512',
};

/** Returns true when a webhook's digest is valid over exactly these bytes. A digest of an unknown kind is not. */
export function isDigestRight(
  webhookSecret: string,
  webhook: {
    readonly body: Buffer;
    readonly digest: string | undefined;
    readonly algorithm: string | undefined;
  },
  options: { readonly acceptsSha1: boolean },
): boolean {
  const { body, digest, algorithm } = webhook;
  if (digest === undefined || algorithm === undefined || !Object.hasOwn(digests, algorithm)) return false;
  const name = digests[algorithm];
  if (name === undefined || (name === 'sha1' && !options.acceptsSha1)) return false;
  const right = createHmac(name, webhookSecret).update(body).digest();
  if (!/^[0-9a-f]+$/.test(digest) || digest.length !== right.length * 2) return false;
  return timingSafeEqual(right, Buffer.from(digest, 'hex'));
}
