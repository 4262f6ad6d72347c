/**
 * AVENIA_*: the provider of identity checks in Brazil. All settings or none: without them the laptop has a stand-in,
 * and production has none.
 */
import { createPrivateKey } from 'node:crypto';
import type { AveniaSettings } from '@salar/adapters/ramp-avenia/avenia-http';
import { z } from 'zod';

export type AveniaConfig = AveniaSettings & {
  /** The address for webhooks; null: under the public URL. */
  readonly webhookUrl: string | null;
};

const webAddress = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .transform((text) => text.replace(/\/+$/, ''));

/** Part of the schema of all settings. */
export const aveniaSettingsShape = {
  AVENIA_BASE_URL: webAddress.optional(),
  AVENIA_API_KEY: z.string().min(8, 'is too short to be one').max(400).optional(),
  /** Line ends may be written as `\n`. */
  AVENIA_PRIVATE_KEY_PEM: z
    .string()
    .transform((text) => text.replaceAll(String.raw`\n`, '\n'))
    .refine(isRsaKey, 'must be the RSA private key in PEM whose public half Avenia has')
    .optional(),
  AVENIA_WEBHOOK_URL: webAddress.optional(),
};
const schema = z.object(aveniaSettingsShape);
type Settings = z.infer<typeof schema>;

const needed = ['AVENIA_BASE_URL', 'AVENIA_API_KEY', 'AVENIA_PRIVATE_KEY_PEM'] as const;

/** Returns the configuration of Avenia; null without it. Call it only when `findAveniaProblems` returns none. */
export function toAveniaConfig(settings: Settings): AveniaConfig | null {
  const {
    AVENIA_BASE_URL: baseUrl,
    AVENIA_API_KEY: apiKey,
    AVENIA_PRIVATE_KEY_PEM: privateKeyPem,
  } = settings;
  if (!baseUrl || !apiKey || !privateKeyPem) return null;
  return { baseUrl, apiKey, privateKeyPem, webhookUrl: settings.AVENIA_WEBHOOK_URL ?? null };
}

/** Returns a sentence for each missing or wrong setting. */
export function findAveniaProblems(
  settings: Settings,
  { isProduction }: { readonly isProduction: boolean },
): string[] {
  const given = Object.keys(aveniaSettingsShape).filter((name) => settings[name as keyof Settings]);
  if (given.length === 0) return [];
  const problems = needed
    .filter((name) => settings[name] === undefined)
    .map((name) => `${name}: is missing; Avenia needs all of ${needed.join(', ')}`);
  if (!isProduction) return problems;
  for (const name of ['AVENIA_BASE_URL', 'AVENIA_WEBHOOK_URL'] as const)
    if (settings[name]?.startsWith('http:') === true)
      problems.push(`${name}: must be an https address in production`);
  return problems;
}

function isRsaKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}
