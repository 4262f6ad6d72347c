/** Installs SoftHSM for the tests of keys in tokens, where no confirmation is needed. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const program = '/usr/bin/softhsm2-util';

/** Installs SoftHSM when it is missing, or says what to do; without it the tests of tokens fail. */
export function prepareSoftHsm() {
  if (existsSync(program)) return;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Installing SoftHSM (once) ...');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit', env });
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'softhsm2'], {
      stdio: 'inherit',
      env,
    });
    if (existsSync(program)) return;
  }
  console.error('The tests of keys in tokens need SoftHSM. Install it (Debian: apt-get install softhsm2).');
}
