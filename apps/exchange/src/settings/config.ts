/**
 * Settings from environment variables, checked before anything starts.
 *
 * Everything has a working default in the local profile. Production has no default secrets: it refuses to start and
 * lists everything that is missing or wrong in one message.
 */
import { resolve } from 'node:path';
import { minor } from '@salar/protocol';
import type { Minor } from '@salar/protocol';
import type { KeyRing } from '@salar/services/crypto/key-ring';
import type { OperatorLimits } from '@salar/services/operator/act';
import type { SumsubSettings } from '@salar/adapters/identity-sumsub/sumsub-settings';
import type { AcceptancePolicy } from '@salar/services';
import type { SiteInfo } from '@salar/protocol/wire/site-info';
import type { RetentionDays } from '@salar/services/verification/document-retention';
import type { LevelForms } from '@salar/services/verification/level-cards';
import { toAcceptanceSettings } from './acceptance-settings.ts';
import { toAveniaConfig, findAveniaProblems } from './avenia-settings.ts';
import type { AveniaConfig } from './avenia-settings.ts';
import { toIdentityConfig, findIdentityProblems } from './identity-settings.ts';
import { toOperatorLimits } from './operator-settings.ts';
import { findPriceProblems, toPriceConfig } from './price-settings.ts';
import type { PriceConfig } from './price-settings.ts';
import { findProductionProblems } from './production-settings.ts';
import type { LogPlace } from '../lifecycle/log-file.ts';
import { findLocalProblems } from './local-settings.ts';
import { SecretFileError, readSecretFiles } from './secret-files.ts';
import { settingsSchema } from './settings-schema.ts';
import type { Settings } from './settings-schema.ts';
import { toSiteInfo } from './site-settings.ts';

export type Config = {
  readonly profile: 'local' | 'production';
  readonly host: string;
  readonly port: number;
  /** The address in mailed links, without a trailing slash. */
  readonly publicUrl: string;
  /** Addresses and networks of our own proxies, whose `X-Forwarded-For` header is trusted. */
  readonly trustedProxies: readonly string[];
  /** Other sites whose pages may make calls about customers; `*` for all. */
  readonly corsOrigins: '*' | readonly string[];
  readonly dataDir: string;
  /** The directory for backups and the archived WAL of the embedded PostgreSQL; null for none. */
  readonly backupDir: string | null;
  /** null for the embedded PostgreSQL. */
  readonly databaseUrl: string | null;
  readonly rateLimits: boolean;
  /** The most memory that the connections of customers hold together. */
  readonly connectionMemoryBytes: number;
  /** Requires a second factor for every session by password. */
  readonly isSecondFactorEnforced: boolean;
  /** Threads that hash passwords; null: as many as the machine runs at once, at most four. */
  readonly hashingThreads: number | null;
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
  readonly documentDays: RetentionDays;
  /** Legal pages, support and social networks, as the web app links to them. */
  readonly site: SiteInfo;
  /** The operator's own product icons, `pen.svg` for PEN; null for only those of the sets. */
  readonly iconsDir: string | null;
  /** Where prices come from. */
  readonly prices: PriceConfig;
  /** The operator's liquidity settings; null: the local profile's own, none elsewhere. */
  readonly liquidityFile: string | null;
  /** The operator's networks; null: the local profile's own, none elsewhere. */
  readonly networksFile: string | null;
  /** When days and months of withdrawal limits begin: minutes ahead of UTC. */
  readonly timeZoneOffsetMinutes: number;
  readonly acceptance: AcceptancePolicy;
  /** The most that an API key trades in a day when its owner chose nothing; null for no limit. */
  readonly keyDailyNotional: Minor | null;
  /** The products of a network are frozen when no comparison of it has succeeded for this time. */
  readonly reconcileLateMs: number;
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error';
  /** Where the log goes; null: standard output as well in production, unless that is a terminal. */
  readonly logTo: LogPlace | null;
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

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Reads the settings, with the secrets of files.
 *
 * @param where.isRoot  whether the process runs as root
 * @throws ConfigError listing everything that is missing or wrong
 */
export function readConfig(env: Env, { isRoot = false }: { readonly isRoot?: boolean } = {}): Config {
  const all = readFiles(env);
  const given = Object.fromEntries(
    Object.keys(settingsSchema.shape).flatMap((name) =>
      all[name] === undefined || all[name] === '' ? [] : [[name, all[name]]],
    ),
  );
  const commented = findComments(given);
  if (commented.length > 0) throw new ConfigError(commented);
  const parsed = settingsSchema.safeParse(given);
  if (!parsed.success)
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`));
  const settings = parsed.data;
  const isProduction = settings.SALAR_PROFILE === 'production';
  const problems = [
    ...(isProduction ? findProductionProblems(settings, { isRoot }) : findLocalProblems(settings)),
    ...findIdentityProblems(settings, { isProduction }),
    ...findAveniaProblems(settings, { isProduction }),
    ...findPriceProblems(settings, { isProduction }),
  ];
  if (settings.SALAR_BACKUP_DIR !== undefined && settings.DATABASE_URL !== undefined)
    problems.push(
      'SALAR_BACKUP_DIR: is for the PostgreSQL that comes with Salar; back up your own with its tools',
    );
  if (settings.SALAR_OPERATOR_LISTEN?.port === settings.SALAR_PORT)
    problems.push('SALAR_OPERATOR_LISTEN: needs a port of its own, not that of SALAR_PORT');
  if (problems.length > 0) throw new ConfigError(problems);
  return toConfig(settings);
}

/**
 * Finds settings whose value has a comment in it. systemd and others read `NAME=value # comment` as one value, so that a line of a
 * template left as it is would be a public secret.
 */
function findComments(given: Env): string[] {
  return Object.entries(given)
    .filter(([, value = '']) => /(?:^|\s)#/.test(value))
    .map(
      ([name]) =>
        `${name}: has a comment in its value (#); write comments on lines of their own, and fill in the value`,
    );
}

function readFiles(env: Env): Env {
  try {
    return readSecretFiles(env);
  } catch (error) {
    if (!(error instanceof SecretFileError)) throw error;
    throw new ConfigError([error.message]);
  }
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
    corsOrigins: settings.SALAR_CORS_ORIGINS ?? (isProduction ? [] : '*'),
    dataDir: resolve(settings.SALAR_DATA_DIR),
    backupDir: settings.SALAR_BACKUP_DIR === undefined ? null : resolve(settings.SALAR_BACKUP_DIR),
    databaseUrl: settings.DATABASE_URL ?? null,
    rateLimits: settings.SALAR_RATE_LIMITS,
    connectionMemoryBytes: settings.SALAR_CONNECTION_MEMORY_MB * 1024 * 1024,
    isSecondFactorEnforced: settings.SALAR_ENFORCE_2FA,
    hashingThreads: settings.SALAR_HASHING_THREADS ?? null,
    smtpUrl: settings.SMTP_URL ?? null,
    mailFrom: settings.MAIL_FROM ?? 'Salar <no-reply@salar.example>',
    autoReview: settings.SALAR_LOCAL_AUTO_REVIEW && !isProduction,
    simulatedOrdersPerMinute: isProduction
      ? null
      : simulatedOrders(settings.SALAR_SIMULATED_CUSTOMERS ?? 'on'),
    levelForms: settings.SALAR_LEVEL_FORMS ?? {},
    documentDays: { approved: settings.SALAR_DOCUMENT_DAYS, unused: settings.SALAR_UNUSED_DOCUMENT_DAYS },
    site: toSiteInfo(settings, { isLocal: !isProduction }),
    iconsDir: settings.SALAR_ICONS_DIR === undefined ? null : resolve(settings.SALAR_ICONS_DIR),
    prices: toPriceConfig(settings, { isProduction }),
    liquidityFile:
      settings.SALAR_LIQUIDITY_FILE === undefined ? null : resolve(settings.SALAR_LIQUIDITY_FILE),
    networksFile: settings.SALAR_NETWORKS_FILE === undefined ? null : resolve(settings.SALAR_NETWORKS_FILE),
    timeZoneOffsetMinutes: settings.SALAR_TIME_ZONE_OFFSET_MINUTES,
    acceptance,
    keyDailyNotional: getKeyDailyNotional(settings.SALAR_KEY_DAILY_NOTIONAL, { isProduction }),
    reconcileLateMs: settings.SALAR_RECONCILE_LATE_MINUTES * 60_000,
    logLevel: settings.SALAR_LOG_LEVEL,
    logTo: settings.SALAR_LOG_TO ?? null,
    role: settings.SALAR_ROLE,
    leaseTermMs: settings.SALAR_LEASE_TERM_MS,
    operatorListen:
      settings.SALAR_OPERATOR_LISTEN ?? (isProduction ? { host: '127.0.0.1', port: 8444 } : null),
    operatorLimits: toOperatorLimits(settings, acceptance),
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

/** In production, two thousand million pesos. */
const keyDailyNotionalDefault = minor(2_000_000_000_00n);

function getKeyDailyNotional(
  setting: Settings['SALAR_KEY_DAILY_NOTIONAL'],
  { isProduction }: { readonly isProduction: boolean },
): Minor | null {
  if (setting !== undefined) return setting;
  return isProduction ? keyDailyNotionalDefault : null;
}

const simulatedOrdersDefault = 4;

function simulatedOrders(setting: string): number | null {
  if (setting === 'off') return null;
  return setting === 'on' ? simulatedOrdersDefault : Number(setting);
}
