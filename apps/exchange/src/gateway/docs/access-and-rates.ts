/** Describes who may make a call, and how often. */
import type { Call, RateClass } from '../call.ts';
import { localLimits, productionLimits } from '../guard/rate-limits.ts';
import type { RateLimitTable } from '../guard/rate-limits.ts';

export type Profile = 'local' | 'production';

export const rateLimitsByProfile: Readonly<Record<Profile, RateLimitTable>> = {
  local: localLimits,
  production: productionLimits,
};

export const rateNames: Readonly<Record<RateClass, string>> = {
  read: 'Reading',
  orders: 'Orders',
  cancels: 'Cancels',
  tickets: 'Tickets, keys and settings',
  uploads: 'Uploads',
  'sign-in': 'Signing in',
  'socket-sign-in': 'Signing in on a socket',
  register: 'Registering',
  mail: 'Asking for mails',
  links: 'Linking accounts',
};

type Bucket = RateLimitTable['read']['user'];

/** @example formatBucket({ perSecond: 20, burst: 50 })  // '20 a second, 50 at once' */
export function formatBucket(bucket: Bucket): string {
  if (bucket === null) return '–';
  const { perSecond, burst } = bucket;
  if (perSecond >= 1) return `${perSecond} a second, ${burst} at once`;
  const perMinute = perSecond * 60;
  return perMinute >= 1 && Number.isInteger(Math.round(perMinute * 1e6) / 1e6)
    ? `${Math.round(perMinute)} a minute`
    : `${Math.round(perSecond * 3600)} an hour`;
}

/** Returns a sentence that says who may make a call. */
export function describeAccess({ auth, permissions, needsRecentAuth, needsKnownPlace }: Call): string {
  if (auth === 'public') return 'No authentication required.';
  const who =
    permissions.length === 0
      ? 'A session of the customer in person; no API keys.'
      : `A session, or an API key with ${permissions.join(' or ')}.`;
  return [
    who,
    ...(needsRecentAuth ? ['The customer must have re-authenticated in the last 15 minutes.'] : []),
    ...(needsKnownPlace
      ? ['A session needs the network or the device that the customer signed in with.']
      : []),
  ].join(' ');
}
