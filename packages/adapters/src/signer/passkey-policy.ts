/** The rules for customers' passkeys, as the signer's policy has them. */
import { z } from 'zod';

const ageHoursMax = 24 * 30;

export const passkeyPolicySchema = z.strictObject({
  /** The exchange's address in the browser, such as `https://exchange.example`: a signature for another page is invalid. */
  site: z.string().refine(isSite, 'must be like https://exchange.example'),
  /** How long a key must be in the signer's record before it counts. */
  ageHours: z.int().min(0).max(ageHoursMax),
  /** The most keys that the signer records within any 24 hours, all customers together. */
  registrationsPerDay: z.int().min(1),
});

export type PasskeyPolicy = z.infer<typeof passkeyPolicySchema>;

/** Browsers use passkeys on encrypted pages and on this machine. */
function isSite(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { origin, protocol, hostname } = new URL(text);
  return origin === text && (protocol === 'https:' || hostname === 'localhost');
}
