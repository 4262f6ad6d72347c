import { resolve } from 'node:path';
import optimizeLocales from '@react-aria/optimize-locales-plugin';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { codeSplitting } from './build/chunks.ts';
import { styleHashes } from './build/style-hashes.ts';
import { headStart } from './build/head-start.ts';
import { noMarkupFromText } from './build/no-markup-from-text.ts';
import { splashScreen } from './build/splash-screen.ts';
import { noRuntimeStyle } from './build/no-runtime-style.ts';
import { precompress } from './build/precompress.ts';
import { serviceWorker } from './build/service-worker.ts';
import { themeColour } from './build/theme-colour.ts';
import { webManifest } from './build/web-manifest.ts';

const exchange = process.env['SALAR_EXCHANGE_URL'] ?? 'http://127.0.0.1:8080';
const proxy = {
  ...Object.fromEntries(
    ['/AP', '/api', '/local', '/kyc', '/docs', '/icons/products'].map((path) => [path, exchange]),
  ),
  '/WSGateway': { target: exchange, ws: true },
};

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    noRuntimeStyle(),
    noMarkupFromText(),
    react(),
    tailwindcss(),
    { ...optimizeLocales.vite({ locales: ['en-US', 'es-ES', 'pt-BR'] }), enforce: 'pre' },
    splashScreen(),
    themeColour(),
    headStart(),
    styleHashes(),
    webManifest(),
    serviceWorker(),
    precompress(),
  ],
  // A text file is one default export, without a named export for each key.
  json: { namedExports: false },
  server: { proxy },
  preview: { proxy },
  build: {
    target: 'baseline-widely-available',
    outDir: '../../dist/web',
    emptyOutDir: true,
    // No data: fonts, which the policy forbids.
    assetsInlineLimit: 0,
    manifest: true,
    sourcemap: 'hidden',
    // boot.js already preloads what a page needs; a list for each import would cost more than it saves.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, files, { hostType }) => (hostType === 'html' ? files : []),
    },
    rolldownOptions: { output: { codeSplitting } },
  },
  test: {
    name: 'web',
    environment: 'jsdom',
    pool: 'threads',
    // Test files share a store and a page; importing them again for each file takes longer than the tests.
    isolate: false,
    maxWorkers: 2,
    css: false,
    // As in the app, its style sheet is removed: jsdom would match each of its rules with every element that is looked at.
    server: { deps: { inline: ['sonner'] } },
    // Complete journeys with real typing, on a machine that may be busy.
    testTimeout: 60_000,
    setupFiles: [resolve(import.meta.dirname, 'tests/setup.ts')],
    include: ['src/**/*.test.{ts,tsx}', '../../packages/ui/src/**/*.test.{ts,tsx}'],
  },
});
