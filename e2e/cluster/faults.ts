/** The faults of the cluster: what is done, and how long customers then wait for an order. */
import { rmSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Attempt, PairClient } from '../torture/pair-client.ts';
import type { Cluster, Machine } from './cluster.ts';
import { switchOver } from './patroni-api.ts';

type Scene = {
  readonly cluster: Cluster;
  readonly client: PairClient;
  /** Reports something that must not happen. */
  readonly fail: (sentence: string) => void;
};

type Fault = {
  readonly about: string;
  /** The longest wait that we aim at, in milliseconds. */
  readonly barMs: number;
  /** Causes the fault and ends it. @returns how long a customer waited for an order, in milliseconds */
  readonly run: (scene: Scene) => Promise<number>;
};

/** The primary's key in etcd ends after 20 s; only then may another one take its place. */
const hostBarMs = 25_000;
const holdMs = { etcd: 25_000, replica: 15_000, replicas: 10_000, disk: 8_000 } as const;
/** From this long after the loss on, every order is refused at once. An order that was being committed by then has no answer. */
const refusalMsMax = 2_000;
const attemptPauseMs = 250;

export const faults = {
  'postgres-kill': {
    about: "kill -9 of the primary's PostgreSQL",
    barMs: 6_000,
    run: async ({ cluster, client }) => {
      cluster.signalPostgres(await cluster.findPrimary(), 'SIGKILL');
      return waitForOrder(client);
    },
  },
  'postgres-freeze': {
    about: "the primary's PostgreSQL stops answering",
    barMs: hostBarMs,
    run: async ({ cluster, client }) => {
      const primary = await cluster.findPrimary();
      cluster.signalPostgres(primary, 'SIGSTOP');
      const waitedMs = await waitForOrder(client);
      cluster.signalPostgres(primary, 'SIGCONT');
      return waitedMs;
    },
  },
  'primary-cut': {
    about: "the primary's machine is cut off",
    barMs: hostBarMs,
    run: async ({ cluster, client }) => cutOff(await cluster.findPrimary(), () => waitForOrder(client)),
  },
  'replica-cut': {
    about: 'the machine of the synchronous replica is cut off',
    barMs: hostBarMs,
    run: async ({ cluster, client }) =>
      cutOff(await cluster.findSyncStandby(), () => waitForOrders(client, pause(holdMs.replica))),
  },
  'etcd-majority': {
    about: 'two of the three etcd are away',
    barMs: hostBarMs,
    run: async ({ cluster, client }) => {
      const away = cluster.othersThan(await cluster.findPrimary());
      for (const { etcd } of away) etcd.takeAway();
      const waitedMs = await waitForOrders(client, pause(holdMs.etcd));
      for (const { etcd } of away) etcd.start();
      return waitedMs;
    },
  },
  'replicas-gone': { about: 'both replicas are gone, and come back', barMs: hostBarMs, run: loseReplicas },
  'exchange-kill': {
    about: 'kill -9 of the exchange that leads',
    barMs: 2_500,
    run: async ({ cluster, client }) => {
      (await cluster.findLeader()).exchange?.kill();
      return waitForOrder(client);
    },
  },
  'exchange-and-primary-kill': {
    about: "kill -9 of the leading exchange and the primary's PostgreSQL",
    barMs: 6_000,
    run: async ({ cluster, client }) => {
      const [leader, primary] = [await cluster.findLeader(), await cluster.findPrimary()];
      leader.exchange?.kill();
      cluster.signalPostgres(primary, 'SIGKILL');
      return waitForOrder(client);
    },
  },
  switchover: {
    about: 'planned switchover of PostgreSQL',
    barMs: 3_000,
    run: async ({ cluster, client }) => {
      const [from, to] = [await cluster.findPrimary(), await cluster.findSyncStandby()];
      return waitForOrders(client, switchOver(from.host, from.host.name, to.host.name));
    },
  },
  'disk-destroyed': {
    about: "the primary's files and processes are destroyed",
    barMs: hostBarMs,
    run: async ({ cluster, client }) => {
      const primary = await cluster.findPrimary();
      loseMember(cluster, primary);
      const data = join(primary.host.dir, 'postgres/data');
      for (const name of readdirSync(data)) rmSync(join(data, name), { recursive: true, force: true });
      const waitedMs = await waitForOrder(client);
      primary.patroni.start();
      return waitedMs;
    },
  },
  'disk-full': {
    about: "the primary's disk is full, and has space again",
    barMs: 6_000,
    run: async ({ cluster, client }) => {
      const { disk } = await cluster.findPrimary();
      disk?.fill();
      await pause(holdMs.disk);
      disk?.free();
      return waitForOrder(client);
    },
  },
} as const satisfies Readonly<Record<string, Fault>>;
export type FaultKind = keyof typeof faults;
export const faultKinds = Object.keys(faults) as readonly FaultKind[];

/** Waits until an order that is sent from now on is accepted. */
async function waitForOrder(client: PairClient): Promise<number> {
  const since = performance.now();
  return (await client.order()) - since;
}

/** Sends orders one after another until `end`, and one more. @returns the longest wait */
async function waitForOrders(client: PairClient, end: Promise<void>): Promise<number> {
  let isOver = false;
  const over = end.finally(() => {
    isOver = true;
  });
  over.catch(() => undefined); // reported below, when the last order has been accepted
  let longestMs = 0;
  for (let isLast = false; !isLast;) {
    isLast = isOver;
    longestMs = Math.max(longestMs, await waitForOrder(client));
    await pause(attemptPauseMs);
  }
  await over;
  return longestMs;
}

async function cutOff({ host }: Machine, wait: () => Promise<number>): Promise<number> {
  host.cut();
  try {
    return await wait();
  } finally {
    host.connect();
  }
}

/** Takes Patroni and PostgreSQL of a machine away, until its Patroni is started. */
function loseMember(cluster: Cluster, machine: Machine): void {
  machine.patroni.takeAway();
  cluster.signalPostgres(machine, 'SIGKILL');
}

/** Without a replica nothing may be acknowledged, and customers are refused soon. */
async function loseReplicas({ cluster, client, fail }: Scene): Promise<number> {
  const replicas = cluster.othersThan(await cluster.findPrimary());
  for (const replica of replicas) loseMember(cluster, replica);
  const lostAt = performance.now();
  const attempts: (Attempt & { readonly sentMs: number })[] = [];
  while (performance.now() < lostAt + holdMs.replicas) {
    const sentMs = performance.now() - lostAt;
    attempts.push({ ...(await client.attempt(refusalMsMax)), sentMs });
    await pause(attemptPauseMs);
  }
  for (const { sentMs, ms } of attempts.filter(({ isAccepted }) => isAccepted))
    fail(
      `an order that was sent ${Math.round(sentMs)} ms after the last replica was gone was accepted after ${Math.round(ms)} ms`,
    );
  const refusals = attempts.filter(({ status }) => status === 503);
  const firstMs = Math.min(...refusals.map(({ sentMs, ms }) => sentMs + ms));
  console.log(
    `   without replicas: ${attempts.length} orders sent, ${refusals.length} refused, from ${Math.round(firstMs)} ms on`,
  );
  const late = attempts.filter(({ sentMs, status }) => sentMs > refusalMsMax && status !== 503);
  const answers = late.map(({ status }) => status ?? 'no answer');
  if (late.length > 0) fail(`orders without replicas were answered with ${answers.join(', ')}, not 503`);
  for (const { patroni } of replicas) patroni.start();
  return waitForOrder(client);
}

async function pause(ms: number): Promise<void> {
  await new Promise((next) => setTimeout(next, ms));
}
