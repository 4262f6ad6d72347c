/** Patroni's REST interface, with the certificate of one of the machines. */
import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import type { Host } from './host.ts';

export type Member = {
  readonly name: string;
  readonly role: 'leader' | 'sync_standby' | 'replica' | 'standby_leader';
  readonly state: string;
};

/** A replica that the primary sends its WAL to at this moment. */
export type Replication = { readonly state: string; readonly sync_state: string };

const answerTimeoutMs = 3_000;
const switchoverTimeoutMs = 60_000;

/** Returns the members as one machine sees them, up to a few seconds old; null when its Patroni does not answer. */
export async function readMembers(host: Host): Promise<readonly Member[] | null> {
  return (await read<{ readonly members: readonly Member[] }>(host, '/cluster'))?.members ?? null;
}

/** Returns the replicas of a primary; null when its Patroni does not answer, or it is not the primary. */
export async function readReplication(host: Host): Promise<readonly Replication[] | null> {
  return (
    (await read<{ readonly replication?: readonly Replication[] }>(host, '/primary'))?.replication ?? null
  );
}

async function read<T>(host: Host, path: string): Promise<T | null> {
  try {
    const { status, body } = await send(host, 'GET', path, { timeoutMs: answerTimeoutMs });
    return status === 200 ? (JSON.parse(body) as T) : null;
  } catch {
    return null; // it is being restarted, or cut off: the caller asks another machine, or again
  }
}

/** Moves the primary in order. @throws when Patroni refuses or fails */
export async function switchOver(host: Host, from: string, to: string): Promise<void> {
  const { status, body } = await send(host, 'POST', '/switchover', {
    timeoutMs: switchoverTimeoutMs,
    content: JSON.stringify({ leader: from, candidate: to }),
  });
  if (status !== 200) throw new Error(`Patroni answered the switchover with ${status}: ${body}`);
}

function send(
  host: Host,
  method: 'GET' | 'POST',
  path: string,
  { timeoutMs, content }: { readonly timeoutMs: number; readonly content?: string },
): Promise<{ readonly status: number; readonly body: string }> {
  const read = (name: string) => readFileSync(join(host.configDir, name));
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: host.address,
        port: 8008,
        method,
        path,
        ca: read('ca.crt'),
        cert: read('server.crt'),
        key: read('server.key'),
        agent: false,
        signal: AbortSignal.timeout(timeoutMs),
        headers: content === undefined ? {} : { 'content-type': 'application/json' },
      },
      (answer) => {
        let body = '';
        answer.setEncoding('utf8');
        answer.on('data', (text: string) => (body += text));
        answer.once('end', () => resolve({ status: answer.statusCode ?? 0, body }));
        answer.once('error', reject);
      },
    );
    sent.once('error', reject);
    sent.end(content);
  });
}
