/** Installs the packages of the lock file when they are missing or older than it. */
import { spawnSync } from 'node:child_process';
import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashFile, root, readText } from './files.mjs';
import { npmEnvironment } from './tool-environment.mjs';

const lockFile = join(root, 'package-lock.json');
const stampFile = join(root, 'node_modules/.salar-lock-hash');
const installedFile = join(root, 'node_modules/.package-lock.json');

/** Returns whether `node_modules` matches the lock file. */
export function isInstalled() {
  if (!existsSync(installedFile)) return false;
  const stamp = readText(stampFile);
  // Installed by hand with npm: trusted when it is newer than the lock.
  if (stamp === null) return statSync(installedFile).mtimeMs >= statSync(lockFile).mtimeMs;
  return stamp === hashFile(lockFile);
}

/** Runs `npm ci`, showing npm's own progress. Ends the process with npm's status when it fails. */
export function install() {
  const npm = process.env.npm_execpath;
  const [command, args] =
    npm !== undefined && /npm-cli\.c?js$/.test(npm) ? [process.execPath, [npm]] : ['npm', []];
  // Installs everything, independent of NODE_ENV, because the build runs here. No install scripts run (see .npmrc).
  const run = spawnSync(command, [...args, 'ci', '--include=dev', '--include=optional'], {
    cwd: root,
    env: npmEnvironment(),
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (run.status !== 0) {
    console.error(
      'The packages could not be installed. See npm’s message above; then run the same command again.',
    );
    process.exit(run.status ?? 1);
  }
  writeFileSync(stampFile, hashFile(lockFile));
}
