/**
 * Installs what is missing and builds what changed before a program runs. Production and programs with keys do neither: the
 * packages of a build would run beside their secrets.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { stale } from './build.mjs';
import { root } from './files.mjs';
import { install, isInstalled } from './install.mjs';
import { toolEnvironment } from './tool-environment.mjs';

/**
 * Prepares the programs of the named parts, or ends this process with one clear sentence.
 *
 * @param parts  'server', 'web', or both
 * @param options.isPreparedElsewhere  true for programs with keys: what is missing is an error in any profile
 * @param options.isQuiet  true keeps the standard output for the program
 */
export function prepare(parts, { isPreparedElsewhere = false, isQuiet = false } = {}) {
  const isInstalledElsewhere = isPreparedElsewhere || process.env.SALAR_PROFILE === 'production';
  const say = isQuiet ? () => undefined : console.log;
  if (!isInstalled()) {
    if (isInstalledElsewhere)
      end(
        'The packages are missing or not those of package-lock.json, and nothing is installed beside secrets.',
      );
    say('Installing packages (once; about a minute) ...');
    install();
  }
  const due = stale().filter((part) => parts.includes(part));
  if (due.length === 0) return;
  if (isInstalledElsewhere)
    end(`dist/ was not built from this source (${due.join(' and ')}), and nothing is built beside secrets.`);
  say(`Building ${due.join(' and ')} ...`);
  const { status } = spawnSync(
    process.execPath,
    [join(root, 'scripts/build.mjs'), ...due.map((part) => `--${part}`)],
    { cwd: root, env: toolEnvironment(), stdio: ['ignore', isQuiet ? 'ignore' : 'inherit', 'inherit'] },
  );
  if (status !== 0) process.exit(status ?? 1);
}

function end(problem) {
  console.error(
    `${problem}\nBuild on another machine with \`npm ci && npm run build\`, copy the directory with dist/ and without node_modules/ here, ` +
      'and run `npm ci --omit=dev` as a user without the secrets (docs/guides/run-in-production.md).',
  );
  process.exit(1);
}
