/** A leader and its standby on one data directory, and the three ways to stop the leader. */
import { launchServer } from '../support/server.ts';
import type { LaunchedServer, ServerOptions } from '../support/server.ts';

/** Killed; paused, like a machine that hangs; stopped gracefully. */
export const departures = { kill: 'SIGKILL', hang: 'SIGSTOP', leave: 'SIGTERM' } as const;
export type Departure = keyof typeof departures;

type PairOptions = {
  readonly dataDir: string;
  readonly ports: readonly [number, number];
  readonly env: Readonly<Record<string, string>>;
};

const patienceMs = 60_000;
const pollMs = 10;

export class Pair {
  readonly #options: PairOptions;
  leader: LaunchedServer;
  standby: LaunchedServer;

  private constructor(options: PairOptions, leader: LaunchedServer, standby: LaunchedServer) {
    this.#options = options;
    this.leader = leader;
    this.standby = standby;
  }

  static async start(options: PairOptions): Promise<Pair> {
    const { dataDir, ports, env } = options;
    const leader = await launchServer({ dataDir, env, port: ports[0] });
    await leader.ready();
    const standby = await launchStandby({ dataDir, env, port: ports[1] });
    return new Pair(options, leader, standby);
  }

  /** Stops the leader; from now on the standby is the leader. Returns the time of the stop. */
  lose(departure: Departure): number {
    const at = performance.now();
    this.leader.process.kill(departures[departure]);
    [this.leader, this.standby] = [this.standby, this.leader];
    return at;
  }

  /** Waits until the new leader is ready and the old one has ended, and starts a new standby. */
  async mend(): Promise<void> {
    const { dataDir, env } = this.#options;
    await this.leader.ready();
    await until('the old leader ends', () => Promise.resolve(this.standby.hasEnded()));
    const port = Number(new URL(this.standby.url).port);
    this.standby = await launchStandby({ dataDir, env, port });
  }

  /** @returns the exit codes: of the standby, then of the leader */
  async stop(): Promise<readonly (number | null)[]> {
    return [await this.standby.stop(), await this.leader.stop()];
  }
}

async function launchStandby(options: ServerOptions): Promise<LaunchedServer> {
  const standby = await launchServer({ ...options, env: { ...options.env, SALAR_ROLE: 'standby' } });
  await until('the standby follows', async () => {
    if (standby.hasEnded()) throw new Error(`the standby ended:\n${standby.output()}`);
    const answer = await fetch(`${standby.url}/health`).catch(() => null);
    return typeof ((await answer?.json()) as { sequence?: number } | undefined)?.sequence === 'number';
  });
  return standby;
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + patienceMs;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`timed out waiting until ${what}`);
    await new Promise((next) => setTimeout(next, pollMs));
  }
}
