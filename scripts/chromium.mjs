/** Finds the browser for the journeys, or installs it where no confirmation is needed. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Chromium without the windows of a desktop: the same engine, which draws the same and takes a sixth less of the processor. */
const shell = '/usr/bin/chromium-headless-shell';
const usualPlaces = [shell, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
/** Without a network, an installed browser is used after this time. */
const installMsMax = 180_000;

/** @returns the browser's path, or null after saying what to do */
export function findChromium() {
  const given = process.env.CHROMIUM_PATH;
  if (given !== undefined && given !== '') {
    if (existsSync(given)) return given;
    console.error(`CHROMIUM_PATH names ${given}, which does not exist.`);
    return null;
  }
  const canInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (!existsSync(shell) && canInstall) install();
  const found = usualPlaces.find((path) => existsSync(path));
  if (found !== undefined) return found;
  console.error(
    'The journeys need Chromium. Install it (Debian: apt-get install chromium-headless-shell) or set CHROMIUM_PATH to a Chrome or Chromium.',
  );
  return null;
}

/** Installs the headless shell; older releases of Debian have no package of it, and get Chromium. */
function install() {
  console.log('Installing Chromium (once) ...');
  const apt = (...args) =>
    spawnSync('apt-get', args, {
      stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      timeout: installMsMax,
    });
  const add = (name) => apt('install', '-y', '-qq', '--no-install-recommends', name);
  apt('update', '-qq');
  add('chromium-headless-shell');
  if (!usualPlaces.some((path) => existsSync(path))) add('chromium');
}
