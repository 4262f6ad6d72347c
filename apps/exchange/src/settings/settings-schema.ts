/** The schema of all settings: what each may be, and its default. */
import { isDatabaseAddress } from '@salar/adapters/tls/encrypted-connections';
import { assert, minor } from '@salar/protocol';
import { parseKeyRing } from '@salar/services/crypto/key-ring';
import { readSpki } from '@salar/approvals/ed25519';
import { leaseTermMsDefault } from '@salar/store';
import { z } from 'zod';
import { connectionMemoryDefault } from '../gateway/connections/connection-memory.ts';
import { aveniaSettingsShape } from './avenia-settings.ts';
import { identitySettingsShape } from './identity-settings.ts';
import { documentDays, levelFormsSetting } from './level-form-settings.ts';
import { operatorListenSetting } from './operator-settings.ts';
import { corsOriginsSetting } from './origin-settings.ts';
import { priceSettingsShape } from './price-settings.ts';
import { siteSettingsShape } from './site-settings.ts';
import { trustedProxiesSetting } from './proxy-settings.ts';

const onOff = z.enum(['on', 'off']).transform((value) => value === 'on');
/** One key, or the current one and former ones with their ids: `2:<key>,1:<former key>`. */
const keyRing = z
  .string()
  .transform(parseKeyRing)
  .refine(
    (ring) => ring !== null,
    'must be 32 random bytes in hexadecimal (openssl rand -hex 32), or several keys as 2:<key>,1:<former key>',
  )
  .refine(
    (ring) => ring === null || ring.every(({ key }) => new Set(key.toString('hex')).size > 6),
    'must be random, not a sample',
  )
  .transform((ring) => {
    assert(ring !== null, 'a ring was checked');
    return ring;
  });
/** Whole pesos, as minor units. */
const pesos = z
  .string()
  .regex(/^\d{1,15}$/, 'must be a whole number of Colombian pesos')
  .transform((text) => minor(BigInt(text) * 100n));
const webUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .transform((text) => text.replace(/\/+$/, ''));

const bogotaOffsetMinutes = -300;

/** Every setting, by its name in the environment. */
export const settingsSchema = z.object({
  SALAR_PROFILE: z.enum(['local', 'production'], 'must be local or production').default('local'),
  SALAR_HOST: z.string().min(1).default('127.0.0.1'),
  SALAR_PORT: z.coerce.number('must be a port').int().min(1).max(65_535).default(8080),
  SALAR_PUBLIC_URL: webUrl.optional(),
  SALAR_CORS_ORIGINS: corsOriginsSetting.optional(),
  SALAR_TRUSTED_PROXIES: trustedProxiesSetting.optional(),
  SALAR_DATA_DIR: z.string().min(1).default('.salar'),
  SALAR_BACKUP_DIR: z.string().min(1).optional(),
  DATABASE_URL: z.string().refine(isDatabaseAddress, 'must be a postgres:// address').optional(),
  SALAR_MIGRATION_DATABASE_URL: z.string().optional(),
  SALAR_RATE_LIMITS: onOff.default(true),
  SALAR_CONNECTION_MEMORY_MB: z.coerce
    .number('must be MiB')
    .int()
    .min(320, 'must be at least 320: ten thousand idle connections take half of that')
    .max(65_536)
    .default(connectionMemoryDefault / 1024 / 1024),
  SALAR_ENFORCE_2FA: onOff.default(false),
  SALAR_HASHING_THREADS: z.coerce.number('must be a number of threads').int().min(1).max(64).optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' }).optional(),
  MAIL_FROM: z.string().min(3).optional(),
  /** The local profile listens on this machine, on its own PostgreSQL, unless these say otherwise. */
  SALAR_LOCAL_ON_NETWORK: onOff.default(false),
  SALAR_LOCAL_DATABASE: onOff.default(false),
  SALAR_LOCAL_AUTO_REVIEW: onOff.default(true),
  SALAR_SIMULATED_CUSTOMERS: z
    .string()
    .regex(/^(on|off|[1-9]\d{0,2})$/, 'must be on, off, or how many orders a minute they send in each market')
    .optional(),
  SALAR_LEVEL_FORMS: levelFormsSetting.optional(),
  SALAR_DOCUMENT_DAYS: documentDays.default(1825),
  SALAR_UNUSED_DOCUMENT_DAYS: documentDays.default(90),
  ...siteSettingsShape,
  SALAR_ICONS_DIR: z.string().min(1).optional(),
  ...priceSettingsShape,
  SALAR_LIQUIDITY_FILE: z.string().min(1).optional(),
  SALAR_NETWORKS_FILE: z.string().min(1).optional(),
  SALAR_TIME_ZONE_OFFSET_MINUTES: z.coerce
    .number('must be minutes ahead of UTC, below zero behind it')
    .int()
    .min(-840)
    .max(840)
    .default(bogotaOffsetMinutes),
  SALAR_KEY_DAILY_NOTIONAL: z
    .string()
    .regex(/^(off|\d{1,15})$/, 'must be off, or a whole number of Colombian pesos')
    .transform((text) => (text === 'off' ? null : minor(BigInt(text) * 100n)))
    .optional(),
  SALAR_WITHDRAWAL_HOLD_HOURS: z.coerce.number('must be hours').min(0).max(720).optional(),
  SALAR_AUTO_ACCEPT_TICKET: pesos.optional(),
  SALAR_AUTO_ACCEPT_USER_DAY: pesos.optional(),
  SALAR_AUTO_ACCEPT_PRODUCT_HOUR: pesos.optional(),
  SALAR_AUTO_ACCEPT_WITHOUT_2FA_TICKET: pesos.optional(),
  SALAR_AUTO_ACCEPT_WITHOUT_2FA_USER_DAY: pesos.optional(),
  SALAR_AUTO_ACCEPT_SIGNED_TICKET: pesos.optional(),
  SALAR_AUTO_ACCEPT_SIGNED_USER_DAY: pesos.optional(),
  SALAR_AUTO_ACCEPT_SIGNED_PRODUCT_HOUR: pesos.optional(),
  SALAR_RECONCILE_LATE_MINUTES: z.coerce
    .number('must be minutes')
    .min(5, 'must be at least 5: a node may be restarted meanwhile')
    .max(1_440, 'must be at most 1440')
    .default(15),
  SALAR_LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error']).default('info'),
  SALAR_LOG_TO: z.enum(['file', 'stdout', 'both'], 'must be file, stdout or both').optional(),
  /** Where a test terminates the process; see `write-points.ts`. */
  SALAR_KILL_AT: z.string().optional(),
  SALAR_ROLE: z.enum(['leader', 'standby'], 'must be leader or standby').default('leader'),
  SALAR_LEASE_TERM_MS: z.coerce
    .number('must be milliseconds')
    .int()
    .min(300, 'must be at least 300: with less, a busy machine seems dead')
    .max(60_000, 'must be at most 60000')
    .default(leaseTermMsDefault),
  SALAR_OPERATOR_LISTEN: operatorListenSetting.optional(),
  SALAR_ACCEPT_ALONE: pesos.optional(),
  SALAR_ACCEPT_ALONE_PER_DAY: pesos.optional(),
  SALAR_ALONE_TOTAL_PER_DAY: pesos.optional(),
  SALAR_BANK_CREDIT_ALONE: pesos.default(minor(20_000_000_00n)),
  SALAR_ADJUST_PER_DAY: pesos.default(minor(5_000_000_00n)),
  ...identitySettingsShape,
  ...aveniaSettingsShape,
  SALAR_PASSWORD_PEPPER: keyRing.optional(),
  SALAR_SEALING_KEY: keyRing.optional(),
  SALAR_SIGNER_FILE: z.string().min(1).optional(),
  SALAR_WATCHER_KEY: z
    .string()
    .refine(
      (text) => readSpki(Buffer.from(text, 'base64')) !== null,
      'must be the public key that `watcher init` printed',
    )
    .optional(),
  SALAR_SIGNER_PASSPHRASE: z.string().optional(),
});
export type Settings = z.infer<typeof settingsSchema>;
