/** Unit tests, tests on a real PostgreSQL, payments with keys in a token and in a cloud service, and the web app's tests, as projects. */
import { existsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

const folders = [
  'packages/*/src/**',
  'apps/exchange/{src,tests}/**',
  'apps/cold-signer/src/**',
  'apps/watcher/src/**',
  'bench/**',
  'scripts/**',
];
const webFolders = ['packages/ui/**', 'apps/web/**'];
const webConfig = 'apps/web/vite.config.ts';
/** `SALAR_TEST_KEY_STORES=all` runs every test of payments with keys in a token or a cloud service. */
const areStoresRepeated = process.env['SALAR_TEST_KEY_STORES'] === 'all';
const tokenTests = areStoresRepeated ? 'stored-keys,withdrawals,payouts,sweeps' : 'stored-keys,none';
const cloudTests = areStoresRepeated ? 'stored-keys,withdrawals' : 'stored-keys,none';
const storedKeys = '**/stored-keys.db.test.ts';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          // No test is about speed, and the machine may be busy.
          testTimeout: 60_000,
          // They share no state that a file could leave behind, and importing again for each takes longer than testing.
          isolate: false,
          maxWorkers: 2,
          include: folders.map((folder) => `${folder}/*.test.ts`),
          exclude: ['**/node_modules/**', '**/*.db.test.ts', ...webFolders],
        },
      },
      {
        test: {
          name: 'db',
          environment: 'node',
          include: folders.map((folder) => `${folder}/*.db.test.ts`),
          exclude: ['**/node_modules/**', storedKeys],
          globalSetup: ['scripts/vitest-build.mjs', 'packages/testing/src/postgres-global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          // Each file has its own database on one shared cluster, and waits more than it works; importing again for each took as long.
          isolate: false,
          maxWorkers: 4,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'hsm',
          environment: 'node',
          // The payments of two families with the keys of their wallets in a token.
          env: { SALAR_TEST_KEYS: 'softhsm' },
          include: [`packages/adapters/src/chain-{bitcoin,evm}/{${tokenTests}}.db.test.ts`],
          globalSetup: ['packages/testing/src/postgres-global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          isolate: false,
          maxWorkers: 4,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'kms',
          environment: 'node',
          // The payments of an EVM network with the keys of its wallets in a cloud service.
          env: { SALAR_TEST_KEYS: 'kms' },
          include: [`packages/adapters/src/chain-evm/{${cloudTests}}.db.test.ts`],
          globalSetup: ['packages/testing/src/postgres-global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          isolate: false,
          maxWorkers: 4,
          sequence: { groupOrder: 1 },
        },
      },
      ...(existsSync(webConfig) ? [webConfig] : []),
    ],
  },
});
