/**
 * Starts programs of a directory whose npm and whose esbuild report that they ran, and what they saw of the environment: in production,
 * and beside keys, neither runs.
 */
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'salar-prepare-'));
  cpSync(resolve(import.meta.dirname), join(directory, 'scripts'), {
    recursive: true,
    filter: (path) => path === import.meta.dirname || path.endsWith('.mjs'),
  });
  write('package-lock.json', '{}');
  write('apps/exchange/src/main.ts', 'source');
  write('bin/npm', `#!${process.execPath}\n${report('npm')}`, 0o755);
});
afterEach(() => rmSync(directory, { recursive: true }));

function write(path: string, content: string, mode = 0o644): void {
  const file = join(directory, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content, { mode });
}

/** Source that writes down which tool ran, with its environment. */
function report(tool: string): string {
  return `require('node:fs').writeFileSync('${tool}.ran', JSON.stringify(process.env));`;
}

function readReport(tool: string): Record<string, string> | null {
  const file = join(directory, `${tool}.ran`);
  // The test wrote the file as an object of texts.
  // eslint-disable-next-line @typescript-eslint/no-unsafe-type-assertion
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>) : null;
}

/** Packages as after `npm ci`, with a bundler that only reports. */
function installPackages(): void {
  write('node_modules/esbuild/package.json', '{"main": "index.cjs"}');
  write(
    'node_modules/esbuild/index.cjs',
    `exports.build = ({ outdir, entryPoints }) => {
      const { mkdirSync, writeFileSync } = require('node:fs');
      ${report('esbuild')}
      mkdirSync(outdir, { recursive: true });
      for (const name of Object.keys(entryPoints)) writeFileSync(outdir + '/' + name + '.js', 'console.log("it runs");');
      return { metafile: { outputs: {} } };
    };`,
  );
  write('node_modules/.package-lock.json', '{}');
}

const secrets = {
  SALAR_SEALING_KEY: 'a secret',
  DATABASE_URL: 'postgres://owner:secret@host/salar',
  NODE_OPTIONS: '--no-warnings',
};

function run(script: string, env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(directory, 'scripts', script)], {
    cwd: directory,
    encoding: 'utf8',
    env: { PATH: `${join(directory, 'bin')}${delimiter}${process.env['PATH'] ?? ''}`, ...secrets, ...env },
  });
  return { status, stdout, stderr };
}

const production = { SALAR_PROFILE: 'production' };

test('npm and the bundler get no secret, and nothing of the exchange’s settings', () => {
  run('start.mjs');
  const seen = readReport('npm');
  expect(seen).toHaveProperty('PATH');
  for (const name of Object.keys(secrets)) expect(seen).not.toHaveProperty(name);

  installPackages();
  write('apps/exchange/src/programs/verify.ts', 'source');
  expect(run('verify.mjs')).toEqual({ status: 0, stdout: 'it runs\n', stderr: '' });
  const built = readReport('esbuild');
  expect(built).toHaveProperty('PATH');
  for (const name of Object.keys(secrets)) expect(built).not.toHaveProperty(name);
});

test.each(['start.mjs', 'verify.mjs'])('production neither installs nor builds: %s', (script) => {
  expect(run(script, production)).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/packages are missing .*npm ci --omit=dev/s),
  });
  expect(readReport('npm')).toBeNull();
  installPackages();
  expect(run(script, production)).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/dist\/ was not built from this source .*npm run build/s),
  });
  expect(readReport('esbuild')).toBeNull();
});

test.each(['signer.mjs', 'migrate.mjs'])(
  'a program with keys neither installs nor builds, whatever the profile: %s',
  (script) => {
    expect(run(script)).toMatchObject({ status: 1, stderr: expect.stringContaining('packages are missing') });
    installPackages();
    expect(run(script)).toMatchObject({ status: 1, stderr: expect.stringContaining('was not built') });
    expect([readReport('npm'), readReport('esbuild')]).toEqual([null, null]);
  },
);

test('npm run build refuses in production, too', () => {
  installPackages();
  expect(run('build.mjs', production)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('nothing is built with SALAR_PROFILE=production'),
  });
  expect(readReport('esbuild')).toBeNull();
});

test('a copy of a built directory runs in production, and an edited one does not', () => {
  installPackages();
  write('apps/exchange/src/programs/verify.ts', 'source');
  expect(run('build.mjs')).toMatchObject({ status: 0 });
  const main = join(directory, 'apps/exchange/src/main.ts');
  utimesSync(main, 1, 1);
  expect(run('verify.mjs', production)).toMatchObject({ status: 0, stdout: 'it runs\n' });
  writeFileSync(main, 'sourcf');
  expect(run('verify.mjs', production)).toMatchObject({ status: 1 });
});
