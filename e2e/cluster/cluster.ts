/** The running cluster: PostgreSQL under Patroni, etcd and HAProxy on three machines, and the exchanges on some of them. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serverDir } from '../support/server.ts';
import { listProcesses } from '../torture/processes.ts';
import { SmallDisk } from '../torture/small-disk.ts';
import {
  getAddress,
  findConfigDir,
  hostNames,
  publicPort,
  readEnvironmentFile,
  testerAddress,
} from './cluster-files.ts';
import { createBridge, Host, runCommand } from './host.ts';
import { readMembers, readReplication } from './patroni-api.ts';
import type { Member } from './patroni-api.ts';
import { Service } from './service.ts';

const healthyPatienceMs = 240_000;
const pollMs = 200;
const answerTimeoutMs = 2_000;
/** A standby that has read the whole journal within this time follows. */
const behindMsMax = 2_000;
const diskMb = 1_200;
const exchangePort = 8080;

/** One of the three machines, with its services. */
export type Machine = {
  readonly host: Host;
  readonly etcd: Service;
  readonly patroni: Service;
  readonly haproxy: Service;
  /** null on a machine without an exchange. */
  readonly exchange: Service | null;
  /** The small disk of PostgreSQL; null when its files are on the machine's disk. */
  readonly disk: SmallDisk | null;
};

type Options = {
  readonly dir: string;
  readonly exchanges: number;
  /** Puts the files of PostgreSQL on small disks in memory, which can be filled. */
  readonly hasSmallDisks: boolean;
};

export class Cluster {
  readonly machines: readonly Machine[];

  private constructor(machines: readonly Machine[]) {
    this.machines = machines;
  }

  /** Starts everything but the exchanges. */
  static async start(options: Options): Promise<Cluster> {
    createBridge(testerAddress);
    const machines = hostNames.map((name, index) => createMachine(name, index, options));
    // This program finds PostgreSQL by the HAProxy of the first machine, and customers find the exchange by all three.
    const hosts = join(options.dir, 'hosts');
    writeFileSync(hosts, `127.0.0.1 localhost\n${getAddress(0)} db.salar.internal\n`, { mode: 0o644 });
    runCommand('mount', ['--bind', hosts, '/etc/hosts']);
    const cluster = new Cluster(machines);
    for (const { etcd } of machines) etcd.start();
    for (const { patroni } of machines) patroni.start();
    for (const { haproxy } of machines) haproxy.start();
    await cluster.until(
      'three members of PostgreSQL',
      async () => (await cluster.findMembersFault()) === null,
    );
    return cluster;
  }

  /** The addresses at which customers reach the exchange: the HAProxy of each machine. */
  get urls(): readonly string[] {
    return this.machines.map(({ host }) => `https://${host.address}:${publicPort}`);
  }

  /** Starts the exchanges: the first one leads. */
  async startExchanges(): Promise<void> {
    for (const { host, exchange } of this.machines) {
      exchange?.start();
      if (exchange !== null)
        await this.until(
          `the exchange of ${host.name} leads or follows`,
          async () => (await isReady(host)) || (await isFollowing(host)),
        );
    }
  }

  /** Stops the exchanges in order. @returns their exit codes */
  async stopExchanges(): Promise<readonly (number | null)[]> {
    const codes: (number | null)[] = [];
    for (const { exchange } of this.machines) if (exchange !== null) codes.push(await exchange.stop());
    return codes;
  }

  /** Counts how often exchanges ended on their own. */
  countOwnEnds(): number {
    return this.machines.reduce((sum, { exchange }) => sum + (exchange?.endedByItself ?? 0), 0);
  }

  /** Returns the machine of the primary. */
  async findPrimary(): Promise<Machine> {
    return this.#findByRole('leader');
  }

  /** Returns the machine whose replica acknowledges commits. */
  async findSyncStandby(): Promise<Machine> {
    return this.#findByRole('sync_standby');
  }

  /** Returns the machine of the exchange that leads. */
  async findLeader(): Promise<Machine> {
    for (const machine of this.machines)
      if (machine.exchange !== null && (await isReady(machine.host))) return machine;
    throw new Error('no exchange leads');
  }

  othersThan(machine: Machine): readonly Machine[] {
    return this.machines.filter((one) => one !== machine);
  }

  /** Waits until everything runs as it should: a primary with two replicas, a leader, and standbys that follow it. */
  async untilHealthy(): Promise<void> {
    let fault = '';
    await this.until('the cluster is whole', async () => {
      fault = (await this.findMembersFault()) ?? (await this.#findExchangesFault()) ?? '';
      return fault === '';
    }).catch((error: unknown) => {
      throw new Error(`${String(error)}: ${fault}`);
    });
  }

  async until(what: string, isSo: () => Promise<boolean>): Promise<void> {
    const deadline = performance.now() + healthyPatienceMs;
    while (!(await isSo())) {
      if (performance.now() > deadline) throw new Error(`timed out waiting until ${what}`);
      await new Promise((next) => setTimeout(next, pollMs));
    }
  }

  /** Sends a signal to all processes of a machine's PostgreSQL, and to none of its Patroni. */
  signalPostgres({ host }: Machine, signal: NodeJS.Signals): void {
    for (const { pid, kind } of listProcesses(join(host.dir, 'postgres'))) {
      if (kind !== 'postmaster' && kind !== 'postgres') continue;
      try {
        process.kill(pid, signal);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error; // it ended with its postmaster
      }
    }
  }

  /** Returns what is wrong with PostgreSQL's members; null when nothing is. */
  async findMembersFault(): Promise<string | null> {
    const members = await this.#readMembers();
    const leader = this.machines.find(({ host }) =>
      members.some(({ name, role }) => role === 'leader' && name === host.name),
    );
    const replication = leader === undefined ? null : await readReplication(leader.host);
    const areStreaming = replication?.filter(({ state }) => state === 'streaming').length === 2;
    const isSynchronous =
      replication?.some(({ sync_state }) => sync_state === 'sync') === true &&
      members.some(({ role }) => role === 'sync_standby');
    if (members.length === this.machines.length && areStreaming && isSynchronous) return null;
    return `members ${JSON.stringify(members.map(({ name, role, state }) => ({ name, role, state })))}, replicas ${JSON.stringify(replication)}`;
  }

  async #findExchangesFault(): Promise<string | null> {
    let leaders = 0;
    for (const { host, exchange } of this.machines) {
      if (exchange === null) continue;
      if (await isReady(host)) leaders += 1;
      else if (!(await isFollowing(host))) return `the exchange of ${host.name} neither leads nor follows`;
    }
    return leaders === 1 ? null : `${leaders} exchanges lead`;
  }

  async #findByRole(role: Member['role']): Promise<Machine> {
    const name = (await this.#readMembers()).find((one) => one.role === role)?.name;
    const found = this.machines.find(({ host }) => host.name === name);
    if (found === undefined) throw new Error(`no machine is the ${role}`);
    return found;
  }

  async #readMembers(): Promise<readonly Member[]> {
    for (const { host } of this.machines) {
      const members = host.isCut ? null : await readMembers(host);
      if (members !== null) return members;
    }
    return [];
  }
}

function createMachine(name: string, index: number, { dir, exchanges, hasSmallDisks }: Options): Machine {
  const configDir = findConfigDir(dir, name);
  const host = Host.create(name, getAddress(index), { dir: join(dir, name), configDir });
  chmodSync(host.dir, 0o755);
  const disk = hasSmallDisks ? SmallDisk.move(host.dir, diskMb) : null;
  const inConfig = (file: string) => join(configDir, file);
  const patroni = new Service(host, {
    name: 'patroni',
    command: ['/usr/bin/patroni', inConfig('patroni.yml')],
    user: { name: 'postgres', groups: ['ssl-cert'] },
  });
  const etcd = new Service(host, {
    name: 'etcd',
    command: ['/usr/bin/etcd', '--config-file', inConfig('etcd.yml')],
    user: { name: 'etcd', groups: ['ssl-cert'] },
  });
  const haproxy = new Service(host, {
    name: 'haproxy',
    command: ['/usr/sbin/haproxy', '-db', '-f', inConfig('haproxy.cfg')],
  });
  const exchange = index < exchanges ? createExchange(host) : null;
  return { host, etcd, patroni, haproxy, exchange, disk };
}

function createExchange(host: Host): Service {
  mkdirSync(join(host.dir, 'data'), { recursive: true });
  return new Service(host, {
    name: 'exchange',
    command: [process.execPath, join(serverDir, 'main.js')],
    env: {
      ...readEnvironmentFile(join(host.configDir, 'exchange.env')),
      // The customer of the harness has no second factor.
      SALAR_ENFORCE_2FA: 'off',
    },
  });
}

async function isReady(host: Host): Promise<boolean> {
  return (await read(host, '/ready'))?.status === 200;
}

async function isFollowing(host: Host): Promise<boolean> {
  const answer = await read(host, '/health');
  if (answer?.status !== 200) return false;
  const {
    status,
    sequence,
    behindMs = Infinity,
  } = JSON.parse(answer.text) as {
    readonly status?: string;
    readonly sequence?: number;
    readonly behindMs?: number;
  };
  return status === 'standby' && typeof sequence === 'number' && behindMs < behindMsMax;
}

/** @returns null when nothing answers: the exchange is being started again */
async function read(host: Host, path: string): Promise<{ status: number; text: string } | null> {
  try {
    const answer = await fetch(`http://${host.address}:${exchangePort}${path}`, {
      signal: AbortSignal.timeout(answerTimeoutMs),
    });
    return { status: answer.status, text: await answer.text() };
  } catch {
    return null;
  }
}
