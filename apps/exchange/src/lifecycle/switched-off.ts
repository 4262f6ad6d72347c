/** Lists what an exchange in production does without, because of its settings. */
import type { Config } from '../settings/config.ts';

/** The first line of Node that still gets security fixes, and the month in which those of the line before ended. */
const maintained = { major: 22, before: 'April 2026' };

/**
 * Lists the protections that the settings leave out, a sentence each with the setting's name; none in the local profile.
 *
 * @param nodeVersion  of the Node that runs the exchange
 */
export function listSwitchedOff(config: Config, nodeVersion = process.versions.node): readonly string[] {
  if (config.profile === 'local') return [];
  const { acceptance, prices } = config;
  const protections: readonly (readonly [isOff: boolean, what: string])[] = [
    [!config.isSecondFactorEnforced, 'SALAR_ENFORCE_2FA=off: a password alone signs in'],
    [
      acceptance.newDestinationHoldMs === 0,
      'SALAR_WITHDRAWAL_HOLD_HOURS=0: withdrawals to new destinations, and after a change of credentials, do not wait',
    ],
    [
      config.databaseUrl === null,
      'DATABASE_URL is not set: the embedded PostgreSQL is for a pilot, its one machine is lost with all its data',
    ],
    [
      prices.sources === null,
      'SALAR_PRICE_SOURCES is not set: only pesos have a worth, and nothing else can be withdrawn until operators set a price',
    ],
    [
      prices.sources !== null && prices.sourcesMin === 1,
      'SALAR_PRICE_SOURCES_MIN=1: whoever changes the prices of one exchange changes the limits',
    ],
    [
      prices.singleSourcePairs.length > 0,
      `SALAR_PRICE_SINGLE_SOURCE: one exchange alone decides about ${prices.singleSourcePairs.join(', ')}`,
    ],
    [
      config.keyDailyNotional === null,
      'SALAR_KEY_DAILY_NOTIONAL=off: a stolen API key trades as much as the account has',
    ],
    [config.watcherKey === null, 'SALAR_WATCHER_KEY is not set: no watcher compares wallets and books'],
    [config.sumsub === null, 'SUMSUB_* is not set: nobody verifies identities'],
    [
      Number(nodeVersion.split('.', 1)[0]) < maintained.major,
      `Node ${nodeVersion} has had no security fixes since ${maintained.before}: use Node 24`,
    ],
  ];
  return protections.filter(([isOff]) => isOff).map(([, what]) => what);
}
