import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';
import { findIdentityProblems } from './identity-settings.ts';

const given = {
  SUMSUB_APP_TOKEN: 'sbx:abcdefgh',
  SUMSUB_SECRET_KEY: 'secret-key',
  SUMSUB_WEBHOOK_SECRET: 'webhook-secret',
  SUMSUB_LEVELS: '{"1":"level-1-basic","2":"level-2-full"}',
};

function findProblems(settings: Readonly<Record<string, string>>): readonly string[] {
  try {
    readConfig(settings);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

test('without settings there is no external identity provider', () => {
  expect(readConfig({}).sumsub).toBeNull();
});

test('levels have names, and the rest has defaults', () => {
  expect(readConfig(given).sumsub).toEqual({
    baseUrl: 'https://api.sumsub.com',
    appToken: 'sbx:abcdefgh',
    secretKey: 'secret-key',
    webhookSecret: 'webhook-secret',
    levels: new Map([
      [1, 'level-1-basic'],
      [2, 'level-2-full'],
    ]),
    widgetOrigin: null,
    acceptsSha1: false,
  });
});

test('addresses can be overridden, and lose their slash', () => {
  const settings = {
    ...given,
    SUMSUB_BASE_URL: 'http://127.0.0.1:9/',
    SUMSUB_WIDGET_URL: 'https://widget.example/',
  };
  expect(readConfig(settings).sumsub).toMatchObject({
    baseUrl: 'http://127.0.0.1:9',
    widgetOrigin: 'https://widget.example',
  });
});

test.each([
  [{ SUMSUB_LEVELS: 'level-1' }, 'SUMSUB_LEVELS'],
  [{ SUMSUB_LEVELS: '["level-1"]' }, 'SUMSUB_LEVELS'],
  [{ SUMSUB_LEVELS: '{}' }, 'SUMSUB_LEVELS'],
  [{ SUMSUB_LEVELS: '{"0":"level-0"}' }, 'SUMSUB_LEVELS'],
  [{ SUMSUB_LEVELS: '{"5":"level-5"}' }, 'SUMSUB_LEVELS'],
  [{ SUMSUB_LEVELS: '{"1":""}' }, 'SUMSUB_LEVELS'],
  [{ SUMSUB_LEVELS: '{"1":"same","2":"same"}' }, 'SUMSUB_LEVELS'],
  [{ SUMSUB_BASE_URL: 'https://api.example/v1' }, 'SUMSUB_BASE_URL'],
  [{ SUMSUB_BASE_URL: 'sumsub' }, 'SUMSUB_BASE_URL'],
  [{ SUMSUB_WIDGET_URL: 'javascript:alert(1)' }, 'SUMSUB_WIDGET_URL'],
  [{ SUMSUB_WEBHOOK_SECRET: 'secret-key' }, 'SUMSUB_WEBHOOK_SECRET'],
])('%j is refused, by name', (wrong, name) => {
  const problems = findProblems({ ...given, ...wrong });
  expect(problems).toHaveLength(1);
  expect(problems[0]).toContain(name);
  expect(problems.join(' ')).not.toMatch(/secret-key|abcdefgh/);
});

test('everything that is missing is reported at once', () => {
  expect(findProblems({ SUMSUB_APP_TOKEN: 'sbx:abcdefgh' }).map((problem) => problem.split(':')[0])).toEqual([
    'SUMSUB_SECRET_KEY',
    'SUMSUB_WEBHOOK_SECRET',
    'SUMSUB_LEVELS',
  ]);
});

test('production refuses a sandbox and unencrypted addresses', () => {
  const problems = findIdentityProblems(
    {
      SUMSUB_APP_TOKEN: 'sbx:abcdefgh',
      SUMSUB_SECRET_KEY: 'secret-key',
      SUMSUB_WEBHOOK_SECRET: 'webhook-secret',
      SUMSUB_LEVELS: new Map([[1, 'level-1']]),
      SUMSUB_BASE_URL: 'http://api.example',
      SUMSUB_WIDGET_URL: 'http://widget.example',
    },
    { isProduction: true },
  );
  expect(problems.map((problem) => problem.split(':')[0])).toEqual([
    'SUMSUB_BASE_URL',
    'SUMSUB_WIDGET_URL',
    'SUMSUB_APP_TOKEN',
  ]);
});
