/**
 * Notices a session that is used from another place than its customer's: what moves money or opens another way to it needs a
 * re-authentication there, because the token alone may have been stolen.
 *
 * A place is known by the cookie of a device that the customer signed in with, which scripts cannot read, or by the network in
 * which the session was opened or last re-authenticated, for clients without cookies.
 */
import type { UserId } from '@salar/protocol';
import type { Origin } from '../ports/request-origin.ts';
import type { DeviceRegistry } from './device-registry.ts';
import { toHomeNetwork, toNetwork } from './ip-networks.ts';
import type { Session } from './session-service.ts';

/** Returns true for a request of a customer from a known place. An API key has bounds of its own. */
export function isFromKnownPlace(
  devices: Pick<DeviceRegistry, 'isKnown'>,
  session: Pick<Session, 'key' | 'requestIp'> & { readonly user: { readonly userId: UserId } },
  origin: Origin,
): boolean | Promise<boolean> {
  if (session.key !== null) return true;
  if (session.requestIp !== null && toClass(session.requestIp) === toClass(origin.ip)) return true;
  return devices.isKnown(session.user.userId, origin);
}

/** Returns the /24 of an IPv4 address, and the /56 of an IPv6 address. */
function toClass(address: string): string {
  return address.includes(':') ? toHomeNetwork(address) : toNetwork(address);
}
