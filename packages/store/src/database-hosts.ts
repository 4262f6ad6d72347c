/**
 * Finds the primary among the hosts of one address, `postgres://user@one:5432,two:5432/salar`, which the driver does not know.
 *
 * Each new connection asks all of them at once, so a host that is gone delays nobody, and nothing has to be remembered
 * that a switchover makes wrong.
 */
import pg from 'pg';
import { readOnlyServer } from './transient-database-errors.ts';

/** How long a host may take to answer whether it is the primary. */
const probeTimeoutMs = 2000;
const parts = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^@/?]*)(.*)$/;

/** Returns one address for each host of an address. */
export function splitDatabaseAddress(address: string): readonly string[] {
  const [, before = '', hosts = '', after = ''] = parts.exec(address) ?? [];
  if (!hosts.includes(',')) return [address];
  return hosts.split(',').map((host) => `${before}${host}${after}`);
}

/** Thrown while the server that was reached is a replica, or none of several is a primary: transient, as a switchover is. */
export class NoPrimary extends Error {
  override readonly name = 'NoPrimary';
  readonly code = readOnlyServer;
}

/** Builds the class of connections that go to whichever of the addresses is the primary when they are opened. */
export function createPrimaryClient(
  addresses: readonly string[],
): new (config?: pg.ClientConfig) => pg.Client {
  return class extends pg.Client {
    constructor(config: pg.ClientConfig = {}) {
      super({ ...config, connectionString: addresses[0] });
    }

    override connect(): Promise<this>;
    override connect(callback: (error: Error) => void): void;
    override connect(callback?: (error: Error) => void): Promise<this> | void {
      const connecting = findPrimary(addresses).then((found) => {
        Object.assign(this, found);
        return super.connect();
      });
      if (callback === undefined) return connecting.then(() => this);
      const report = callback as (error: Error | null) => void;
      connecting.then(
        () => report(null),
        (error: unknown) => report(error instanceof Error ? error : new Error(String(error))),
      );
    }
  };
}

/** @throws NoPrimary when none of them accepts writes */
async function findPrimary(addresses: readonly string[]): Promise<{ host: string; port: number }> {
  try {
    return await Promise.any(addresses.map(probe));
  } catch (error) {
    const causes = error instanceof AggregateError ? error.errors : [error];
    throw new NoPrimary(`no host of the database is a primary: ${causes.map(String).join('; ')}`);
  }
}

async function probe(connectionString: string): Promise<{ host: string; port: number }> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: probeTimeoutMs,
    query_timeout: probeTimeoutMs,
  });
  client.on('error', () => undefined); // what waits for an answer is rejected, too
  const { host, port } = client;
  try {
    await client.connect();
    const { rows } = await client.query<{ isWritable: boolean }>(
      `SELECT current_setting('transaction_read_only') = 'off' AS "isWritable"`,
    );
    if (rows[0]?.isWritable !== true) throw new Error(`${host}:${port} only reads`);
    return { host, port };
  } finally {
    client.end().catch(() => undefined); // not awaited: a host that is gone does not confirm it
  }
}
