/**
 * Reads credentials of the `Authorization` header: `Basic <base64>`, or only the base64 text as some clients send it.
 */
import { userNameLengthMax } from '@salar/protocol/sign-up/names';

const headerLengthMax = 1024; // security rule P6
const loginLengthMax = Math.max(254, userNameLengthMax);

/** Returns null when the header holds no readable credentials. */
export function readBasic(header: string): { readonly login: string; readonly password: string } | null {
  if (header.length > headerLengthMax) return null;
  const encoded = header.replace(/^basic\s+/i, '').trim();
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(encoded)) return null;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 1 || text.includes('\u0000')) return null;
  const login = text.slice(0, colon);
  return login.length > loginLengthMax ? null : { login, password: text.slice(colon + 1) };
}
