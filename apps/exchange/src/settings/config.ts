/**
 * Settings from environment variables, checked before anything starts.
 *
 * Everything has a working default in the local profile. Production has no default secrets: it refuses to start and
 * lists everything that is missing or wrong in one message.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { assert, minor } from '@salar/protocol';
import { parseKeyRing } from '@salar/services/crypto/key-ring';
import type { KeyRing } from '@salar/services/crypto/key-ring';
import { readSpki } from '@salar/approvals/ed25519';
import type { OperatorLimits } from '@salar/services/operator/act';
import type { SumsubSettings } from '@salar/adapters/identity-sumsub/sumsub-settings';
import type { AcceptancePolicy } from '@salar/services';
import type { SiteInfo } from '@salar/protocol/wire/site-info';
import type { LevelForms } from '@salar/services/verification/level-cards';
import { leaseTermMsDefault } from '@salar/store';
import { z } from 'zod';
import { toAcceptanceSettings } from './acceptance-settings.ts';
import { toAveniaConfig, findAveniaProblems, aveniaSettingsShape } from './avenia-settings.ts';
import type { AveniaConfig } from './avenia-settings.ts';
import { toIdentityConfig, findIdentityProblems, identitySettingsShape } from './identity-settings.ts';
import { levelFormsSetting } from './level-form-settings.ts';
import { operatorListenSetting } from './operator-settings.ts';
import { productionSiteSettings, siteSettingsShape, toSiteInfo } from './site-settings.ts';
import { trustedProxiesSetting } from './proxy-settings.ts';

export type Config = {
  readonly profile: 'local' | 'production';
  readonly host: string;
  readonly port: number;
  /** The address in mailed links, without a trailing slash. */
  readonly publicUrl: string;
  /** Addresses and networks of our own proxies, whose `X-Forwarded-For` header is trusted. */
  readonly trustedProxies: readonly string[];
  readonly dataDir: string;
  /** The directory for backups and the archived WAL of the embedded PostgreSQL; null for none. */
  readonly backupDir: string | null;
  /** null for the embedded PostgreSQL. */
  readonly databaseUrl: string | null;
  readonly rateLimits: boolean;
  /** Requires a second factor for every session by password. */
  readonly isSecondFactorEnforced: boolean;
  /** null for the local mailbox. */
  readonly smtpUrl: string | null;
  readonly mailFrom: string;
  readonly autoReview: boolean;
  /**
   * Orders per minute and market of the simulated customers; null when they are switched off, and always in
   * production.
   */
  readonly simulatedOrdersPerMinute: number | null;
  /** External forms that collect the documents of a level; the other levels use our own page. */
  readonly levelForms: LevelForms;
  /** Legal pages, support and social networks, as the web app links to them. */
  readonly site: SiteInfo;
  /** The operator's own product icons, `pen.svg` for PEN; null for only those of the sets. */
  readonly iconsDir: string | null;
  /**
   * External exchanges that are price sources, in ccxt's spelling; null: simulated prices in the local profile, none
   * elsewhere.
   */
  readonly priceSources: readonly string[] | null;
  /** The operator's liquidity settings; null: the local profile's own, none elsewhere. */
  readonly liquidityFile: string | null;
  /** The operator's networks; null: the local profile's own, none elsewhere. */
  readonly networksFile: string | null;
  /** When days and months of withdrawal limits begin: minutes ahead of UTC. */
  readonly timeZoneOffsetMinutes: number;
  readonly acceptance: AcceptancePolicy;
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error';
  /** `standby`: follows another exchange and takes over from it; leads at once when there is no leader. */
  readonly role: 'leader' | 'standby';
  /** A leader that does not renew its lease for this time is replaced. */
  readonly leaseTermMs: number;
  /** The operators' own listener, with TLS; null: only the Unix socket, as in the local profile. */
  readonly operatorListen: { readonly host: string; readonly port: number } | null;
  /** The limits of operators: alone, and per day. */
  readonly operatorLimits: OperatorLimits;
  /** The identity provider; null: the sandbox in the local profile, none elsewhere. */
  readonly sumsub: SumsubSettings | null;
  /** The provider of checks in Brazil; null: the local profile's stand-in, none elsewhere. */
  readonly avenia: AveniaConfig | null;
  /** null in the local profile: created at the first start and stored in files of the data directory. */
  readonly secrets: Secrets | null;
  /** The file that names the signer's address and certificates; null in the local profile, which starts its own. */
  readonly signerFile: string | null;
  /** The public key of the watcher's halts; null without a watcher. */
  readonly watcherKey: string | null;
};
type Secrets = {
  /** The current one first. */
  readonly passwordPepper: KeyRing;
  /** The current one first. */
  readonly sealingKey: KeyRing;
};

/** Reports all problems of the settings at once, a sentence each. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(
      `Salar cannot start with these settings:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`,
    );
    this.problems = problems;
  }
}

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

const schema = z.object({
  SALAR_PROFILE: z.enum(['local', 'production'], 'must be local or production').default('local'),
  SALAR_HOST: z.string().min(1).default('127.0.0.1'),
  SALAR_PORT: z.coerce.number('must be a port').int().min(1).max(65_535).default(8080),
  SALAR_PUBLIC_URL: webUrl.optional(),
  SALAR_TRUSTED_PROXIES: trustedProxiesSetting.optional(),
  SALAR_DATA_DIR: z.string().min(1).default('.salar'),
  SALAR_BACKUP_DIR: z.string().min(1).optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' }).optional(),
  SALAR_MIGRATION_DATABASE_URL: z.string().optional(),
  SALAR_RATE_LIMITS: onOff.default(true),
  SALAR_ENFORCE_2FA: onOff.default(false),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' }).optional(),
  MAIL_FROM: z.string().min(3).optional(),
  SALAR_LOCAL_AUTO_REVIEW: onOff.default(true),
  SALAR_SIMULATED_CUSTOMERS: z
    .string()
    .regex(/^(on|off|[1-9]\d{0,2})$/, 'must be on, off, or how many orders a minute they send in each market')
    .optional(),
  SALAR_LEVEL_FORMS: levelFormsSetting.optional(),
  ...siteSettingsShape,
  SALAR_ICONS_DIR: z.string().min(1).optional(),
  SALAR_PRICE_SOURCES: z
    .string()
    .regex(/^[a-z0-9]+(,[a-z0-9]+)*$/, 'must be names of exchanges, such as binance,bitso')
    .transform((text) => text.split(','))
    .optional(),
  SALAR_LIQUIDITY_FILE: z.string().min(1).optional(),
  SALAR_NETWORKS_FILE: z.string().min(1).optional(),
  SALAR_TIME_ZONE_OFFSET_MINUTES: z.coerce
    .number('must be minutes ahead of UTC, below zero behind it')
    .int()
    .min(-840)
    .max(840)
    .default(bogotaOffsetMinutes),
  SALAR_WITHDRAWAL_HOLD_HOURS: z.coerce.number('must be hours').min(0).max(720).optional(),
  SALAR_AUTO_ACCEPT_TICKET: pesos.optional(),
  SALAR_AUTO_ACCEPT_USER_DAY: pesos.optional(),
  SALAR_AUTO_ACCEPT_PRODUCT_HOUR: pesos.optional(),
  SALAR_AUTO_ACCEPT_SIGNED_TICKET: pesos.optional(),
  SALAR_AUTO_ACCEPT_SIGNED_USER_DAY: pesos.optional(),
  SALAR_AUTO_ACCEPT_SIGNED_PRODUCT_HOUR: pesos.optional(),
  SALAR_LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error']).default('info'),
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
type Settings = z.infer<typeof schema>;

/** @throws ConfigError listing everything that is missing or wrong */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    Object.keys(schema.shape).flatMap((name) =>
      env[name] === undefined || env[name] === '' ? [] : [[name, env[name]]],
    ),
  );
  const parsed = schema.safeParse(given);
  if (!parsed.success)
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`));
  const settings = parsed.data;
  const problems = settings.SALAR_PROFILE === 'production' ? findProductionProblems(settings) : [];
  problems.push(...findIdentityProblems(settings, { isProduction: settings.SALAR_PROFILE === 'production' }));
  problems.push(...findAveniaProblems(settings, { isProduction: settings.SALAR_PROFILE === 'production' }));
  if (settings.SALAR_BACKUP_DIR !== undefined && settings.DATABASE_URL !== undefined)
    problems.push(
      'SALAR_BACKUP_DIR: is for the PostgreSQL that comes with Salar; back up your own with its tools',
    );
  if (settings.SALAR_NETWORKS_FILE !== undefined && settings.SALAR_PROFILE === 'local')
    problems.push('SALAR_NETWORKS_FILE: is for production; the local profile has networks of its own');
  if (settings.SALAR_SIGNER_FILE !== undefined && settings.SALAR_PROFILE === 'local')
    problems.push('SALAR_SIGNER_FILE: is for production; the local profile starts a signer of its own');
  if (settings.SALAR_OPERATOR_LISTEN?.port === settings.SALAR_PORT)
    problems.push('SALAR_OPERATOR_LISTEN: needs a port of its own, not that of SALAR_PORT');
  if (problems.length > 0) throw new ConfigError(problems);
  return toConfig(settings);
}

function toConfig(settings: Settings): Config {
  const isProduction = settings.SALAR_PROFILE === 'production';
  const acceptance = toAcceptanceSettings(settings, { isProduction });
  return {
    profile: settings.SALAR_PROFILE,
    host: settings.SALAR_HOST,
    port: settings.SALAR_PORT,
    publicUrl: settings.SALAR_PUBLIC_URL ?? `http://localhost:${settings.SALAR_PORT}`,
    trustedProxies: settings.SALAR_TRUSTED_PROXIES ?? [],
    dataDir: resolve(settings.SALAR_DATA_DIR),
    backupDir: settings.SALAR_BACKUP_DIR === undefined ? null : resolve(settings.SALAR_BACKUP_DIR),
    databaseUrl: settings.DATABASE_URL ?? null,
    rateLimits: settings.SALAR_RATE_LIMITS,
    isSecondFactorEnforced: settings.SALAR_ENFORCE_2FA,
    smtpUrl: settings.SMTP_URL ?? null,
    mailFrom: settings.MAIL_FROM ?? 'Salar <no-reply@salar.example>',
    autoReview: settings.SALAR_LOCAL_AUTO_REVIEW && !isProduction,
    simulatedOrdersPerMinute: isProduction
      ? null
      : simulatedOrders(settings.SALAR_SIMULATED_CUSTOMERS ?? 'on'),
    levelForms: settings.SALAR_LEVEL_FORMS ?? {},
    site: toSiteInfo(settings, { isLocal: !isProduction }),
    iconsDir: settings.SALAR_ICONS_DIR === undefined ? null : resolve(settings.SALAR_ICONS_DIR),
    priceSources: settings.SALAR_PRICE_SOURCES ?? null,
    liquidityFile:
      settings.SALAR_LIQUIDITY_FILE === undefined ? null : resolve(settings.SALAR_LIQUIDITY_FILE),
    networksFile: settings.SALAR_NETWORKS_FILE === undefined ? null : resolve(settings.SALAR_NETWORKS_FILE),
    timeZoneOffsetMinutes: settings.SALAR_TIME_ZONE_OFFSET_MINUTES,
    acceptance,
    logLevel: settings.SALAR_LOG_LEVEL,
    role: settings.SALAR_ROLE,
    leaseTermMs: settings.SALAR_LEASE_TERM_MS,
    operatorListen:
      settings.SALAR_OPERATOR_LISTEN ?? (isProduction ? { host: '127.0.0.1', port: 8444 } : null),
    operatorLimits: {
      // A withdrawal that is too large for automatic acceptance needs two operators (security rule W5).
      acceptAlone: settings.SALAR_ACCEPT_ALONE ?? acceptance.autoAccept.perTicket,
      acceptAlonePerDay: settings.SALAR_ACCEPT_ALONE_PER_DAY ?? acceptance.autoAccept.perUserDay,
      bankCreditAlone: settings.SALAR_BANK_CREDIT_ALONE,
      adjustPerDay: settings.SALAR_ADJUST_PER_DAY,
    },
    sumsub: toIdentityConfig(settings),
    avenia: toAveniaConfig(settings),
    secrets:
      settings.SALAR_PASSWORD_PEPPER && settings.SALAR_SEALING_KEY
        ? {
            passwordPepper: settings.SALAR_PASSWORD_PEPPER,
            sealingKey: settings.SALAR_SEALING_KEY,
          }
        : null,
    watcherKey: settings.SALAR_WATCHER_KEY ?? null,
    signerFile: settings.SALAR_SIGNER_FILE === undefined ? null : resolve(settings.SALAR_SIGNER_FILE),
  };
}

const simulatedOrdersDefault = 4;

function simulatedOrders(setting: string): number | null {
  if (setting === 'off') return null;
  return setting === 'on' ? simulatedOrdersDefault : Number(setting);
}

/** Key files that production must provide; the local profile creates them. */
export const productionKeyFiles = ['ticket-mac.key', 'address-mac.key'] as const;

function findProductionProblems(settings: Settings): string[] {
  const needed = [
    'SALAR_PUBLIC_URL',
    'SALAR_TRUSTED_PROXIES', // proxies terminate https; without this setting all customers have one address
    'SMTP_URL',
    'MAIL_FROM',
    'SALAR_PASSWORD_PEPPER',
    'SALAR_SEALING_KEY',
    'SALAR_SIGNER_FILE',
    ...productionSiteSettings,
  ] as const;
  const problems = needed
    .filter((name) => settings[name] === undefined)
    .map((name) => `${name}: is missing; production has no default for it`);
  if (settings.SALAR_PUBLIC_URL?.startsWith('http:') === true)
    problems.push('SALAR_PUBLIC_URL: must be an https address in production');
  if (settings.SALAR_SIGNER_PASSPHRASE !== undefined)
    problems.push(
      'SALAR_SIGNER_PASSPHRASE: the exchange no longer has it; the signer is a service of its own (docs/signer.md)',
    );
  if (settings.SALAR_MIGRATION_DATABASE_URL !== undefined)
    problems.push(
      'SALAR_MIGRATION_DATABASE_URL: is for `npm run migrate` only; the exchange must not have the login that owns its tables',
    );
  if (settings.SALAR_KILL_AT !== undefined)
    problems.push('SALAR_KILL_AT: ends the server on purpose; it is for tests only');
  if ((settings.SALAR_SIMULATED_CUSTOMERS ?? 'off') !== 'off')
    problems.push('SALAR_SIMULATED_CUSTOMERS: is for the local profile; production has real customers only');
  if (!settings.SALAR_RATE_LIMITS) problems.push('SALAR_RATE_LIMITS: cannot be off in production');
  for (const file of productionKeyFiles) {
    const path = join(resolve(settings.SALAR_DATA_DIR), 'keys', file);
    if (!existsSync(path)) problems.push(`${path}: is missing; production brings its own key files`);
  }
  return problems;
}
