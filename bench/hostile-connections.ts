/**
 * `npm run bench -- hostile-connections [connections] [sockets] [seconds]`: 10,000 connections and 5,000 sockets of an attacker
 * with 200 addresses, which read nothing, send nothing or half of something, and are opened again when the exchange
 * closes them. Measured are the calls of others, before and meanwhile, and the memory of the exchange.
 *
 * Connections and rates have the limits of production. Fails when the memory grows by more than its bound.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { ChildProcess } from 'node:child_process';
import type { HostileCount, ToHostile } from './hostile-messages.ts';
import { Customers } from './hostile-customers.ts';
import type { Ready, ServerResult } from './load-messages.ts';
import { receiveMessage, start } from './processes.ts';
import { report, whole } from './report.ts';
import { scaled } from './runs.ts';
import { withPostgres } from './with-postgres.ts';

const given = process.argv.slice(2);
const connections = Number(given[0] ?? scaled(10_000));
const sockets = Number(given[1] ?? scaled(5000));
const seconds = Number(given[2] ?? scaled(30));
const memoryMb = 320;
const customers = 50;
/** The requests that slow sockets have sent at once are answered by then. */
const settleMs = scaled(10_000);

function readMemory(child: ChildProcess): number {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}

/** Returns the processor time that a process has used. */
function readCpuSeconds(child: ChildProcess): number {
  const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ', 2)[1]?.split(' ') ?? [];
  const ticksPerSecond = 100;
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

await withPostgres(async (postgres) => {
  const server = start('exchange-server.js');
  const connectionMemoryBytes = memoryMb * 1024 * 1024;
  server.send({ database: { ...postgres, database: 'hostile' }, commitDelayMs: 0, connectionMemoryBytes });
  const ready = await receiveMessage<Ready>(server);
  const others = new Customers(ready.port, ready.customers.slice(0, customers));
  await others.run(5000); // to warm up the code
  const ordinaryCpu = readCpuSeconds(server);
  const ordinary = await others.run(seconds * 1000);
  const ordinaryShare = (readCpuSeconds(server) - ordinaryCpu) / seconds;
  const before = readMemory(server);
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, readMemory(server))), 100);

  const hostile = start('hostile-load.js');
  const sendMessage = async (message: ToHostile): Promise<HostileCount> => {
    const answer = receiveMessage<HostileCount>(hostile);
    hostile.send(message);
    return answer;
  };
  await sendMessage({ type: 'attack', port: ready.port, connections, sockets });
  await delay(settleMs);
  server.send({ type: 'mark' });
  const attackedCpu = readCpuSeconds(server);
  const attacked = await others.run(seconds * 1000);
  const attackedShare = (readCpuSeconds(server) - attackedCpu) / seconds;
  const count = await sendMessage({ type: 'count' });
  clearInterval(watch);
  hostile.disconnect();
  others.close();
  const finished = receiveMessage<ServerResult>(server);
  server.send({ type: 'finish', events: attacked.calls.count });
  const { wrong } = await finished;
  if (wrong.length > 0) throw new Error(`the books are wrong: ${wrong.join('; ')}`);

  const format = ({ p50, p99 }: { readonly p50: number; readonly p99: number }) =>
    `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`;
  report([
    {
      what: `Calls of customers while others hold ${whole(count.connections)} connections and ${whole(count.sockets)} sockets`,
      figure: format(attacked.calls),
      beside: `before ${format(ordinary.calls)}`,
      bar: 'p99 twice that of before',
    },
    {
      what: 'Calls of customers without success',
      figure: `${attacked.failed} of ${whole(attacked.calls.count + attacked.newcomers.count)}`,
      beside: `before ${ordinary.failed}`,
    },
    {
      what: 'First call on a new connection or socket meanwhile',
      figure: format(attacked.newcomers),
      beside: `before ${format(ordinary.newcomers)}`,
    },
    {
      what: 'Processor time of the exchange meanwhile',
      figure: `${whole(attackedShare * 100)} % of one core`,
      beside: `before ${whole(ordinaryShare * 100)} %`,
    },
    {
      what: 'Growth of the memory of the exchange',
      figure: `${whole(most - before)} MiB from ${whole(before)} MiB`,
      bar: `${memoryMb} MiB`,
    },
  ]);
  console.log(`  ${whole(count.closed)} hostile connections were closed or refused, and opened again`);
  if (most - before > memoryMb) throw new Error('the memory grew by more than its bound');
});
