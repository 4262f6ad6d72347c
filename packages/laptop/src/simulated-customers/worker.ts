/** The thread of simulated customers; bundled to `dist/server/simulated-customers.js` and started by `SimulatedCustomers`. */
import { parentPort, workerData } from 'node:worker_threads';
import { seededRandom } from '../price-simulated/random.ts';
import { createClient } from '@salar/client';
import { assert } from '@salar/protocol';
import type { SimulatedWorkerData, SimulatedWorkerMessage } from './simulated-customers.ts';
import { TradingSession } from './trading-session.ts';

assert(parentPort !== null, 'simulated customers run in a worker thread');
const port = parentPort;
const { url, seed, ordersPerMinute, logins, funds } = workerData as SimulatedWorkerData;
const report = (message: SimulatedWorkerMessage) => port.postMessage(message);

const ending = new AbortController();
port.once('message', () => ending.abort());
await new TradingSession({
  customers: logins.map((login) => ({
    name: login.userName,
    client: createClient({ url, credentials: login }).call,
    funds,
  })),
  ordersPerMinute,
  random: seededRandom(seed),
  signal: ending.signal,
  onOrder: () => report({ kind: 'order' }),
  warn: (message, error) =>
    report({ kind: 'warning', message, reason: error instanceof Error ? error.message : String(error) }),
}).run();
port.close();
