/**
 * Decides which addresses of databases and nodes are safe against somebody on the network between: those with verified
 * TLS, and those of this machine.
 */
import { BlockList, isIP } from 'node:net';
import { splitDatabaseAddress } from '@salar/store/database-hosts';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Returns what is wrong with a `postgres://` address as the end of a sentence; null when its connections are safe. */
export function findDatabaseAddressProblem(address: string): string | null {
  return (
    splitDatabaseAddress(address)
      .map(findHostProblem)
      .find((problem) => problem !== null) ?? null
  );
}

/**
 * Returns true for a `postgres://` address that the driver can read: of one host, or of several before one name of a
 * database.
 */
export function isDatabaseAddress(address: string): boolean {
  const addresses = splitDatabaseAddress(address);
  if (addresses.length > 1 && /[?&]host=/.test(address)) return false; // that host would be taken for each of them
  return addresses.every((one) => /^postgres(?:ql)?:\/\//.test(one) && URL.canParse(one));
}

function findHostProblem(address: string): string | null {
  const url = new URL(address);
  // The driver takes the last of repeated parameters.
  const host = url.searchParams.getAll('host').at(-1) ?? decodeURIComponent(url.hostname);
  if (host === '' || host.startsWith('/') || isThisMachine(host)) return null;
  return url.searchParams.getAll('sslmode').at(-1) === 'verify-full'
    ? null
    : 'must end in ?sslmode=verify-full (with &sslrootcert=FILE for a certificate authority of your own), unless the database is on this machine';
}

/** Returns what is wrong with the `http` or `https` address of a node as the end of a sentence; null when it is safe. */
export function findNodeAddressProblem(address: string): string | null {
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || isThisMachine(hostname)
    ? null
    : 'must be an https address, unless the node is on this machine or the network between is private ("plainHttp": true)';
}

/** Returns true for `localhost` and the loopback addresses. */
export function isThisMachine(name: string): boolean {
  const host = name.replace(/^\[|\]$/g, '');
  const family = isIP(host);
  if (family === 0) return host === 'localhost';
  return loopback.check(host, family === 4 ? 'ipv4' : 'ipv6');
}
