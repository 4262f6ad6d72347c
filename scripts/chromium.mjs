/** Finds the browser for the journeys, or installs it where no confirmation is needed. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const usualPlaces = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** @returns the browser's path, or null after saying what to do */
export function findChromium() {
  const given = process.env.CHROMIUM_PATH;
  if (given !== undefined && given !== '') {
    if (existsSync(given)) return given;
    console.error(`CHROMIUM_PATH names ${given}, which does not exist.`);
    return null;
  }
  const found = usualPlaces.find((path) => existsSync(path));
  if (found !== undefined) return found;
  const canInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (canInstall) {
    console.log('Installing Chromium (once) ...');
    const apt = (...args) =>
      spawnSync('apt-get', args, {
        stdio: 'inherit',
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      }).status;
    apt('update', '-qq');
    apt('install', '-y', '-qq', '--no-install-recommends', 'chromium');
    const installed = usualPlaces.find((path) => existsSync(path));
    if (installed !== undefined) return installed;
  }
  console.error(
    'The journeys need Chromium. Install it (Debian: apt-get install chromium) or set CHROMIUM_PATH to a Chrome or Chromium.',
  );
  return null;
}
