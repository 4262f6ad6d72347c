/**
 * SUMSUB_*: the identity provider. All settings or none: without them the laptop has its sandbox, and production has
 * none.
 */
import type { SumsubSettings } from '@salar/adapters/identity-sumsub/sumsub-settings';
import { levelMax } from '@salar/services/verification/levels';
import { z } from 'zod';

const address = z
  .string()
  .refine(isOrigin, 'must be an https address without a path')
  .transform((text) => new URL(text).origin);
const secret = z.string().min(8, 'is too short to be one').max(400);
const levelName = z.string().min(1).max(100);
const levelsError = 'must be JSON of level numbers and names, such as {"1":"level-1-basic"}';

const levels = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      context.addIssue(levelsError);
      return z.NEVER;
    }
  })
  .pipe(
    z
      .record(z.string().regex(/^[1-9]$/), levelName, levelsError)
      .refine((given) => Object.keys(given).every((level) => Number(level) <= levelMax), levelsError)
      .refine((given) => Object.keys(given).length > 0, levelsError)
      .refine(
        (given) => new Set(Object.values(given)).size === Object.keys(given).length,
        'must give every level a name of its own',
      ),
  )
  .transform((given) => new Map(Object.entries(given).map(([level, name]) => [Number(level), name])));

/** Part of the schema of all settings. */
export const identitySettingsShape = {
  SUMSUB_BASE_URL: address.optional(),
  SUMSUB_APP_TOKEN: secret.optional(),
  SUMSUB_SECRET_KEY: secret.optional(),
  SUMSUB_WEBHOOK_SECRET: secret.optional(),
  SUMSUB_LEVELS: levels.optional(),
  /** The widget's origin, where it differs from the default. */
  SUMSUB_WIDGET_URL: address.optional(),
  SUMSUB_ACCEPT_SHA1: z.enum(['on', 'off']).optional(),
};
const schema = z.object(identitySettingsShape);
type IdentitySettings = z.infer<typeof schema>;

const needed = ['SUMSUB_APP_TOKEN', 'SUMSUB_SECRET_KEY', 'SUMSUB_WEBHOOK_SECRET', 'SUMSUB_LEVELS'] as const;
const names = Object.keys(identitySettingsShape) as (keyof IdentitySettings)[];

/** Returns the configuration of Sumsub; null without it. Call it only when `findIdentityProblems` returns none. */
export function toIdentityConfig(settings: IdentitySettings): SumsubSettings | null {
  const {
    SUMSUB_APP_TOKEN: appToken,
    SUMSUB_SECRET_KEY: secretKey,
    SUMSUB_WEBHOOK_SECRET: webhookSecret,
    SUMSUB_LEVELS: levelNames,
  } = settings;
  if (!appToken || !secretKey || !webhookSecret || !levelNames) return null;
  return {
    baseUrl: settings.SUMSUB_BASE_URL ?? 'https://api.sumsub.com',
    appToken,
    secretKey,
    webhookSecret,
    levels: levelNames,
    widgetOrigin: settings.SUMSUB_WIDGET_URL ?? null,
    acceptsSha1: settings.SUMSUB_ACCEPT_SHA1 === 'on',
  };
}

/** Returns a sentence for each missing or wrong setting. */
export function findIdentityProblems(
  settings: IdentitySettings,
  { isProduction }: { readonly isProduction: boolean },
): string[] {
  if (names.every((name) => settings[name] === undefined)) return [];
  const problems = needed
    .filter((name) => settings[name] === undefined)
    .map((name) => `${name}: is missing; the identity provider needs all of ${needed.join(', ')}`);
  if (
    settings.SUMSUB_WEBHOOK_SECRET !== undefined &&
    settings.SUMSUB_WEBHOOK_SECRET === settings.SUMSUB_SECRET_KEY
  )
    problems.push('SUMSUB_WEBHOOK_SECRET: must differ from SUMSUB_SECRET_KEY');
  if (!isProduction) return problems;
  for (const name of ['SUMSUB_BASE_URL', 'SUMSUB_WIDGET_URL'] as const)
    if (settings[name]?.startsWith('http:') === true)
      problems.push(`${name}: must be an https address in production`);
  if (settings.SUMSUB_APP_TOKEN?.startsWith('sbx:') === true)
    problems.push('SUMSUB_APP_TOKEN: belongs to the sandbox, which approves everybody');
  return problems;
}

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, pathname, search, hash } = new URL(text);
  return /^https?:$/.test(protocol) && pathname === '/' && search === '' && hash === '';
}
