/** Calls the nodes of the local networks directly, without the exchange. */
import { parse } from 'lossless-json';
import type { Address } from 'viem';

export type LocalChain = {
  readonly name: string;
  readonly chainId: number;
  readonly rpcUrl: string;
  readonly contracts: Readonly<Record<string, Address>>;
  readonly products: readonly string[];
};

/** Returns the networks of the running exchange. */
export async function localChains(url: string): Promise<readonly LocalChain[]> {
  const status = (await (await fetch(`${url}/local/status`)).json()) as { networks: LocalChain[] };
  return status.networks;
}

function isBitcoin({ products }: Pick<LocalChain, 'products'>): boolean {
  return products.includes('BTC');
}

/** Calls a network's node; numbers are returned as written. @throws with the node's error */
export async function callChain(
  { rpcUrl }: Pick<LocalChain, 'rpcUrl'>,
  method: string,
  params: readonly unknown[],
): Promise<unknown> {
  const url = new URL(rpcUrl);
  const authorization = `Basic ${Buffer.from(`${url.username}:${url.password}`).toString('base64')}`;
  const answer = await fetch(url.origin, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(url.username === '' ? {} : { authorization }) },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const body = parse(await answer.text()) as { result: unknown; error?: unknown };
  if (body.error !== null && body.error !== undefined)
    throw new Error(`${method}: ${JSON.stringify(body.error)}`);
  return body.result;
}

/** Replaces the newest blocks. Their transactions are lost on an EVM network, and return to the mempool on Bitcoin. */
export async function replaceNewest(chain: LocalChain, depth: number): Promise<void> {
  if (isBitcoin(chain)) await callChain(chain, 'reorg', [depth]);
  else await callChain(chain, 'anvil_reorg', [depth, []]);
}

/** Replaces the newest blocks and drops their transactions. */
export async function dropNewest(chain: LocalChain, depth: number): Promise<void> {
  if (isBitcoin(chain)) await callChain(chain, 'reorg', [depth, false]);
  else await replaceNewest(chain, depth);
}

/** Returns the confirmations of a transaction, its own block included. @throws when no block has it */
export async function readConfirmations(chain: LocalChain, txId: string): Promise<number> {
  if (isBitcoin(chain)) {
    const found = (await callChain(chain, 'getrawtransaction', [txId, 1])) as { confirmations?: unknown };
    return Number(found.confirmations);
  }
  const receipt = (await callChain(chain, 'eth_getTransactionReceipt', [txId])) as { blockNumber: string };
  return Number(await callChain(chain, 'eth_blockNumber', [])) - Number(receipt.blockNumber) + 1;
}
