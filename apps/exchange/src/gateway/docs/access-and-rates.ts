/** Facts of a call in words: who may make it, and how often. */
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

/** @example bucketText({ perSecond: 20, burst: 50 })  // '20 a second, 50 at once' */
export function formatBucket(bucket: Bucket): string {
  if (bucket === null) return '–';
  const { perSecond, burst } = bucket;
  if (perSecond >= 1) return `${perSecond} a second, ${burst} at once`;
  const perMinute = perSecond * 60;
  return perMinute >= 1 && Number.isInteger(Math.round(perMinute * 1e6) / 1e6)
    ? `${Math.round(perMinute)} a minute`
    : `${Math.round(perSecond * 3600)} an hour`;
}

/** Who may make a call: a sentence. */
export function describeAccess({ auth, permissions, needsRecentAuth }: Call): string {
  if (auth === 'public') return 'Anybody may call it.';
  const who =
    permissions.length === 0
      ? 'A session of the customer in person. API keys may not.'
      : `A session, or an API key with ${permissions.join(' or ')}.`;
  return needsRecentAuth ? `${who} The customer proved who they are in the last 15 minutes.` : who;
}
