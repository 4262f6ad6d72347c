/** Where a request comes from: its address, what it says it is, and the device cookie (security rule P7). */
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
 * The cookie that a browser keeps of its device. It is no credential: it opens nothing, it only tells a browser that signed
 * in before from one that never did.
 */
export function formatDeviceCookie(token: string, isSecure: boolean): string {
  return `${cookieName}=${token}; Path=/; Max-Age=${deviceLifeMs / 1000}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
}

function printable(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, '');
}
