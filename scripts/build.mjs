/**
 * Builds the server into dist/server (esbuild) and the web app into dist/web (Vite).
 *
 *   node scripts/build.mjs            builds what changed since the last build
 *   node scripts/build.mjs --server   the server only; --web the web app only; --force builds in any case
 *
 * Importing this file needs no installed package, so that the start script can check whether a build is needed.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { digest, fingerprint, root, readText } from './files.mjs';
import { toolEnvironment } from './tool-environment.mjs';

/** Programs that run as separate processes or threads: the name of the bundle and its source. */
const serverEntries = {
  main: 'apps/exchange/src/main.ts',
  signer: 'apps/signer/src/main.ts',
  watcher: 'apps/watcher/src/main.ts',
  'cold-signer': 'apps/cold-signer/src/main.ts',
  'password-worker': 'apps/exchange/src/programs/password-worker.ts',
  'chain-process': 'packages/adapters/src/chain-process/serve-chain.ts',
  'simulated-customers': 'packages/laptop/src/simulated-customers/worker.ts',
  follower: 'packages/sequencer/src/follower-worker.ts',
  'signer-policy': 'apps/exchange/src/programs/signer-policy.ts',
  migrate: 'apps/exchange/src/programs/migrate.ts',
  'carry-over': 'apps/exchange/src/programs/carry-over.ts',
  verify: 'apps/exchange/src/programs/verify.ts',
  replay: 'apps/exchange/src/programs/replay.ts',
  backup: 'apps/exchange/src/programs/backup.ts',
  restore: 'apps/exchange/src/programs/restore.ts',
  operator: 'apps/exchange/src/programs/operator.ts',
  'price-feed': 'apps/exchange/src/programs/price-feed.ts',
  'bitcoin-node': 'packages/laptop/src/bitcoin-regtest/bitcoin-node.ts',
};
/** Style sheets and scripts of pages rendered by the server: the name of the file without its ending, and its source. */
const browserEntries = {
  docs: 'apps/exchange/src/gateway/docs/browser/docs.ts',
  try: 'apps/exchange/src/gateway/docs/browser/try.ts',
  local: 'packages/laptop/src/pages/browser/local.ts',
  widget: 'packages/laptop/src/pages/browser/widget/widget.ts',
};
const browserStyles = {
  docs: 'apps/exchange/src/gateway/docs/browser/docs.css',
  local: 'packages/laptop/src/pages/browser/local.css',
};
const bundled = /^(?:@salar|viem|ox|abitype|@scure|@noble)(?:\/|$)/;
/**
 * Packages that do nothing when they are loaded: a program whose bundle uses none of their exports does not load them. The one for
 * passkeys has hundreds of files, and was three quarters of the start of the operators' command line.
 */
const leftOutWhenUnused = new Set(['@simplewebauthn/server']);
const serverSources = [
  'apps/exchange/src',
  'apps/exchange/package.json',
  'apps/signer/src',
  'apps/watcher/src',
  'apps/cold-signer/src',
  ...[
    'protocol',
    'engine',
    'store',
    'sequencer',
    'services',
    'adapters',
    'cold',
    'signer',
    'laptop',
    'client',
    'pages',
  ].map((name) => `packages/${name}`),
  'package-lock.json',
  'scripts/build.mjs',
];
const webSources = [
  'apps/web',
  ...['client', 'protocol', 'ui'].map((name) => `packages/${name}`),
  'package-lock.json',
  'scripts/build.mjs',
];
const dist = join(root, 'dist');

const parts = {
  server: { sources: serverSources, made: join(dist, 'server'), build: buildServer },
  web: { sources: webSources, made: join(dist, 'web', 'index.html'), build: buildWeb },
};

/** Returns the parts ('server', 'web') whose sources have changed since they were built, or that were never built. */
export function stale() {
  return Object.keys(parts).filter((name) => {
    const part = parts[name];
    if (!existsSync(part.made)) return true;
    const [builtFrom, content] = (readText(stampPath(name)) ?? '').split('\n');
    // A copy of a built directory has other times than the original.
    return builtFrom !== fingerprint(part.sources) && content !== digest(part.sources);
  });
}

/** Builds the named parts, one after another. Throws when one cannot be built; the previous build stays in use. */
export async function build(names, say = () => undefined) {
  if (process.env.SALAR_PROFILE === 'production')
    throw new Error(
      'nothing is built with SALAR_PROFILE=production: packages of a build would run beside secrets',
    );
  mkdirSync(dist, { recursive: true });
  const unlock = await lock();
  try {
    for (const name of names) {
      const part = parts[name];
      const stamp = `${fingerprint(part.sources)}\n${digest(part.sources)}\n`;
      const startedAt = performance.now();
      rmSync(stampPath(name), { force: true });
      await part.build();
      writeFileSync(stampPath(name), stamp);
      say(`built ${name} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
    }
  } finally {
    unlock();
  }
}

async function buildServer() {
  const entryPoints = Object.fromEntries(
    Object.entries(serverEntries)
      .filter(([, source]) => existsSync(join(root, source)))
      .map(([name, source]) => [name, join(root, source)]),
  );
  const outdir = join(dist, 'server');
  const { main, ...others } = entryPoints;
  // Modules that the server loads on demand, such as the laptop package, become separate files.
  const { outputs } = await bundle({ main }, outdir, { splitting: true, chunkNames: 'main.[name].[hash]' });
  const written = new Set(Object.keys(outputs).map((path) => basename(path)));
  for (const name of readdirSync(outdir))
    if (/^main\..+\.[0-9A-Z]{8}\.js/.test(name) && !written.has(name)) rmSync(join(outdir, name));
  await bundle(others, outdir);
  await bundleForBrowsers(browserEntries, join(outdir, 'browser'));
  await bundleForBrowsers(browserStyles, join(outdir, 'browser'));
}

/** Bundles scripts and style sheets for browsers, each into one file. */
async function bundleForBrowsers(entryPoints, outdir) {
  const esbuild = await import('esbuild');
  await esbuild.build({
    absWorkingDir: root,
    entryPoints,
    outdir,
    bundle: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    minify: true,
    legalComments: 'none',
    logLevel: 'error',
  });
}

/**
 * Bundles programs for Node.
 *
 * @param entryPoints  source by name of the bundle
 * @param options  more of esbuild's build options
 * @returns esbuild's metafile
 */
export async function bundle(entryPoints, outdir, options = {}) {
  const esbuild = await import('esbuild');
  const { metafile } = await esbuild.build({
    ...options,
    metafile: true,
    absWorkingDir: root,
    entryPoints,
    outdir,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: true,
    // Packages from the registry stay in node_modules, native ones included. Our own packages are bundled, and so is
    // the chain library: it has hundreds of files of which we use few, and loading them takes half of the start of a
    // process.
    plugins: [
      {
        name: 'registry-packages-stay-outside',
        setup(build) {
          build.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
            kind === 'entry-point' || bundled.test(path)
              ? undefined
              : { path, external: true, sideEffects: !leftOutWhenUnused.has(path) },
          );
        },
      },
    ],
    legalComments: 'none',
    logLevel: 'error',
  });
  return metafile;
}

async function buildWeb() {
  const web = join(root, 'apps/web');
  if (!existsSync(join(web, 'vite.config.ts'))) return;
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const run = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: web,
    encoding: 'utf8',
    env: { ...toolEnvironment(), NODE_ENV: 'production' },
  });
  if (run.status !== 0) throw new Error(`the web app does not build:\n${run.stdout}${run.stderr}`);
}

function stampPath(name) {
  return join(dist, `.${name}-stamp`);
}

const lockWaitMs = 300_000;

/** Allows one build at a time in a directory; takes over a lock whose owner has ended. */
async function lock() {
  const path = join(dist, '.build-lock');
  const deadline = Date.now() + lockWaitMs;
  for (;;) {
    try {
      writeFileSync(path, String(process.pid), { flag: 'wx' });
      return () => rmSync(path, { force: true });
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
      if (!isAlive(Number(readIfThere(path)))) rmSync(path, { force: true });
      else if (Date.now() > deadline)
        throw new Error('another build is running and does not end', { cause: error });
      else await new Promise((next) => setTimeout(next, 100));
    }
  }
}

function readIfThere(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return '0';
    throw error;
  }
}

function isAlive(pid) {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

if (process.argv[1] === import.meta.filename) {
  const flags = new Set(process.argv.slice(2));
  const chosen = ['server', 'web'].filter(
    (name) => flags.has(`--${name}`) || !(flags.has('--server') || flags.has('--web')),
  );
  const due = flags.has('--force') ? chosen : stale().filter((name) => chosen.includes(name));
  try {
    await build(due, (line) => console.log(line));
    if (due.length === 0) console.log('nothing to build');
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}
