/**
 * The process of a network: receives the answers of its nodes, parses them, and returns the results of the port of a network. Bundled to
 * `dist/server/chain-process.js` and started by `chain-process.ts`. It ends when its parent has gone.
 */
import { assert, assertNever } from '@salar/protocol';
import type { BitcoinChain, EvmChain, TronChain } from '@salar/services';
import { lowerThreadPriority } from '@salar/services/background/thread-priority';
import { BitcoinClient } from '../chain-bitcoin/bitcoin-client.ts';
import { EvmClient } from '../chain-evm/evm-client.ts';
import { TronClient } from '../chain-tron/tron-client.ts';
import { onHangUp } from '../terminal/output-and-signals.ts';
import { packFailure, packResult } from './process-messages.ts';
import type { ChainReply, ChainRequest, ProcessNode, ProcessStart } from './process-messages.ts';

type Methods = Readonly<Record<string, (...args: readonly unknown[]) => Promise<unknown>>>;

/** The niceness of the process: where all cores are busy, matching goes first. */
const niceness = 5;

process.on('disconnect', () => process.exit(0));
onHangUp(); // a log manager may send it to all processes of the exchange
process.once('message', (start: ProcessStart) => {
  const clients = start.nodes.map((node) => createClient(start, node) as unknown as Methods);
  process.on('message', (request: ChainRequest) => void reply(clients, request));
});
lowerThreadPriority(niceness);

async function reply(clients: readonly Methods[], { id, node, method, args }: ChainRequest): Promise<void> {
  try {
    const client = clients[node];
    const call = client?.[method];
    assert(call !== undefined, `the client of a network has the method ${method}`);
    const pieces = packResult(await call.apply(client, [...args]));
    for (const [place, piece] of pieces.entries()) send({ id, piece, isLast: place === pieces.length - 1 });
  } catch (error) {
    send({ id, failure: packFailure(error) });
  }
}

function send(message: ChainReply): void {
  process.send?.(message);
}

function createClient(
  { settings, timeoutMs }: ProcessStart,
  { url, apiKey }: ProcessNode,
): EvmChain | BitcoinChain | TronChain {
  const connection = { url, ...(timeoutMs !== undefined && { timeoutMs }) };
  switch (settings.family) {
    case 'evm':
      return new EvmClient({ ...connection, network: settings });
    case 'bitcoin':
      return new BitcoinClient({ ...connection, network: settings });
    case 'tron':
      return new TronClient({ ...connection, network: settings, ...(apiKey !== null && { apiKey }) });
    default:
      return assertNever(settings);
  }
}
