/** Finds what a machine lacks to run the cluster: Linux, root, and Debian's packages. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Programs that must be there, each with the package that has it. */
const programs = {
  '/usr/bin/patroni': 'patroni',
  '/usr/bin/etcd': 'etcd-server',
  '/usr/sbin/haproxy': 'haproxy',
  '/usr/lib/postgresql/15/bin/postgres': 'postgresql-15',
  '/usr/bin/openssl': 'openssl',
} as const;

/** The namespaces in which everything runs: they end with the process that has them, and with them all that is in them. */
export const namespaces = [
  'unshare',
  '--net',
  '--mount',
  '--pid',
  '--fork',
  '--kill-child=SIGKILL',
  '--mount-proc',
] as const;

/** Returns why the cluster cannot be built on this machine, as a sentence; null when it can. */
export function findObstacle(): string | null {
  if (process.platform !== 'linux') return 'It needs Linux, whose network namespaces stand in for machines.';
  if (process.getuid?.() !== 0) return 'It needs root, to create network namespaces.';
  const missing = Object.entries(programs).filter(([path]) => !existsSync(path));
  if (missing.length > 0)
    return (
      `It needs Debian's packages ${missing.map(([, name]) => name).join(', ')}: ` +
      'sh deploy/cluster/install-packages.sh installs them without starting their services.'
    );
  const [command, ...options] = namespaces;
  const tried = spawnSync(command, [...options, 'sh', '-c', 'ip link add switch type bridge'], {
    encoding: 'utf8',
  });
  return tried.status === 0
    ? null
    : `This machine permits no network namespaces (${(tried.stderr || String(tried.error)).trim()}).`;
}
