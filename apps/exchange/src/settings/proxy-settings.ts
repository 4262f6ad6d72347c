/** SALAR_TRUSTED_PROXIES: our own proxies, whose `X-Forwarded-For` header is trusted. */
import { addressesMax, readAddressList } from '@salar/protocol/address-list';
import { z } from 'zod';

/** `10.0.0.5,10.1.0.0/16`; in production, `none` when there are no proxies. */
export const trustedProxiesSetting = z.string().transform((text, context) => {
  if (text === 'none') return [];
  const read = readAddressList(text.split(','));
  if (read.ok && read.value.length > 0) return read.value;
  context.addIssue(
    `must be at most ${addressesMax} addresses and networks of proxies, such as 10.0.0.5,10.1.0.0/16, or none`,
  );
  return z.NEVER;
});
