/**
 * The machines of the cluster: network namespaces with one interface each, connected by a bridge. The process that builds them
 * has a network, mounts and process numbers of its own, so that they end with it.
 */
import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { openSync } from 'node:fs';
import { join } from 'node:path';

const bridge = 'switch';

/** Runs a system command. @throws with its output when it fails */
export function runCommand(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): string {
  const run = spawnSync(command, args, { encoding: 'utf8', env: { ...process.env, ...env } });
  if (run.status !== 0)
    throw new Error(`${command} ${args.join(' ')}: ${run.stderr || String(run.error ?? run.stdout)}`);
  return run.stdout;
}

/** Creates the bridge, with an address for the program that tests. */
export function createBridge(address: string): void {
  // Named namespaces are files in /run, which is this process's own from now on.
  runCommand('mount', ['-t', 'tmpfs', 'tmpfs', '/run']);
  runCommand('ip', ['link', 'set', 'lo', 'up']);
  runCommand('ip', ['link', 'add', bridge, 'type', 'bridge']);
  runCommand('ip', ['addr', 'add', `${address}/24`, 'dev', bridge]);
  runCommand('ip', ['link', 'set', bridge, 'up']);
}

/** A user of the system, as whom a program runs, with further groups. */
type HostUser = { readonly name: string; readonly groups: readonly string[] };

export type HostProgram = {
  readonly name: string;
  readonly command: readonly string[];
  readonly user?: HostUser;
  readonly env?: Readonly<Record<string, string>>;
};

type HostFolders = { readonly dir: string; readonly configDir: string };

export class Host {
  readonly name: string;
  readonly address: string;
  /** The data and the logs of its programs. */
  readonly dir: string;
  /** Its settings, certificates and keys. */
  readonly configDir: string;
  #isCut = false;

  private constructor(name: string, address: string, { dir, configDir }: HostFolders) {
    this.name = name;
    this.address = address;
    this.dir = dir;
    this.configDir = configDir;
  }

  static create(name: string, address: string, folders: HostFolders): Host {
    runCommand('ip', ['netns', 'add', name]);
    runCommand('ip', ['link', 'add', name, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name]);
    runCommand('ip', ['link', 'set', name, 'master', bridge, 'up']);
    runCommand('ip', ['-n', name, 'link', 'set', 'lo', 'up']);
    runCommand('ip', ['-n', name, 'addr', 'add', `${address}/24`, 'dev', 'eth0']);
    runCommand('ip', ['-n', name, 'link', 'set', 'eth0', 'up']);
    return new Host(name, address, folders);
  }

  get isCut(): boolean {
    return this.#isCut;
  }

  /** Disconnects the machine: its packets and those to it are dropped silently. Its processes go on. */
  cut(): void {
    runCommand('ip', ['link', 'set', this.name, 'nomaster']);
    this.#isCut = true;
  }

  connect(): void {
    runCommand('ip', ['link', 'set', this.name, 'master', bridge]);
    this.#isCut = false;
  }

  /** Starts a program on this machine, with the machine's /etc/hosts. The child is the program itself. */
  spawn({ name, command, user, env = {} }: HostProgram): ChildProcess {
    const output = openSync(join(this.dir, `${name}.log`), 'a');
    const asUser =
      user === undefined
        ? []
        : [
            'setpriv',
            `--reuid=${user.name}`,
            `--regid=${user.name}`,
            `--groups=${[user.name, ...user.groups].join(',')}`,
          ];
    const inHost = 'mount --bind "$0" /etc/hosts && exec "$@"';
    const args = ['--mount', 'sh', '-c', inHost, join(this.configDir, 'hosts'), ...asUser, ...command];
    return spawn('nsenter', [`--net=/run/netns/${this.name}`, 'unshare', ...args], {
      env: { PATH: process.env['PATH'], LANG: 'C.UTF-8', ...env },
      stdio: ['ignore', output, output],
    });
  }
}
