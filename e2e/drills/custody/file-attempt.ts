/** The signer's files, as the user of the exchange sees them. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Attempt } from './attempt.ts';

/** The user of the compromised exchange, when the drill runs as root. */
const exchangeUser = { uid: 65_532, gid: 65_532 } as const;

const files = [
  'data/seed.json',
  'data/policy.sealed.json',
  'data/claims.mdb',
  'passphrase',
  'settings.json',
  'policy.json',
];

/** Tries to read and to change every file. A drill that does not run as root shares the signer's user and skips this. */
export const fileAttempt: Attempt = {
  name: 'the signer’s files',
  async run(signer) {
    if (process.getuid?.() !== 0) {
      console.log('  skipped: only root can run the signer and the attacker as different users');
      return [];
    }
    return files.flatMap((file) =>
      (['readFileSync', 'appendFileSync'] as const).map((call) => {
        const path = join(signer.folder, file);
        const script = `require('fs').${call}(${JSON.stringify(path)}, '')`;
        const { stderr, status } = spawnSync(process.execPath, ['-e', script], {
          ...exchangeUser,
          cwd: '/',
          encoding: 'utf8',
        });
        const outcome = /EACCES|EPERM/.exec(stderr)?.[0] ?? (status === 0 ? 'done' : stderr.trim());
        const tries = `${call === 'readFileSync' ? 'reads' : 'changes'} ${file}`;
        return { tries, outcome, expected: 'EACCES', unreported: 'the operating system refuses it' };
      }),
    );
  },
};
