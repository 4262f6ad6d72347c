/** Reads the origin of a request: its address, user agent and device cookie (security rule P7). */
import type { IncomingHttpHeaders } from 'node:http';
import { deviceLifeMs } from '@salar/services/sessions/device-registry';
import type { Origin } from '@salar/services/ports/request-origin';

const cookieName = 'salar_device';
/** Browsers accept a cookie of this name only over https and for this host: no other host of the domain can set it. */
const secureCookieName = `__Host-${cookieName}`;
const agentLengthMax = 256;
const toPattern = (name: string) => new RegExp(`(?:^|;\\s*)${name}=([A-Za-z0-9_-]{1,128})(?:;|$)`);
/** Devices that signed in before version 0.2 over https have the plain name for up to a year. */
const devicePatterns = [secureCookieName, cookieName].map(toPattern);

export function readRequestOrigin(ip: string, headers: IncomingHttpHeaders): Origin {
  const agent = headers['user-agent'];
  return {
    ip,
    agent: agent === undefined || agent === '' ? null : printable(agent).slice(0, agentLengthMax),
    device: findDevice(headers.cookie ?? ''),
  };
}

/**
 * Formats the cookie that identifies a browser's device. It grants no access alone; it distinguishes a browser that signed in
 * before from a new one, and lets a session move money in another network.
 */
export function formatDeviceCookie(token: string, { isSecure }: { readonly isSecure: boolean }): string {
  const cookie = `=${token}; Path=/; Max-Age=${deviceLifeMs / 1000}; HttpOnly; SameSite=Strict`;
  return isSecure ? `${secureCookieName}${cookie}; Secure` : cookieName + cookie;
}

function findDevice(cookies: string): string | null {
  for (const pattern of devicePatterns) {
    const found = pattern.exec(cookies)?.[1];
    if (found !== undefined) return found;
  }
  return null;
}

function printable(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, '');
}
