/** Reads the origin of a request: its address, user agent and device cookie (security rule P7). */
import type { IncomingHttpHeaders } from 'node:http';
import { deviceLifeMs } from '@salar/services/sessions/device-registry';
import type { Origin } from '@salar/services/ports/request-origin';

const cookieName = 'salar_device';
const agentLengthMax = 256;
const devicePattern = new RegExp(`(?:^|;\\s*)${cookieName}=([A-Za-z0-9_-]{1,128})(?:;|$)`);

export function readRequestOrigin(ip: string, headers: IncomingHttpHeaders): Origin {
  const agent = headers['user-agent'];
  return {
    ip,
    agent: agent === undefined || agent === '' ? null : printable(agent).slice(0, agentLengthMax),
    device: devicePattern.exec(headers.cookie ?? '')?.[1] ?? null,
  };
}

/**
 * Formats the cookie that identifies a browser's device. It is not a credential and grants no access; it only
 * distinguishes a browser that signed in before from a new one.
 */
export function formatDeviceCookie(token: string, isSecure: boolean): string {
  return `${cookieName}=${token}; Path=/; Max-Age=${deviceLifeMs / 1000}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
}

function printable(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, '');
}
