/** The clients with which the payer sends payments, and the drill reads the chains. */
import { BitcoinClient } from '@salar/adapters/chain-bitcoin/bitcoin-client';
import { EvmClient } from '@salar/adapters/chain-evm/evm-client';
import { TronClient } from '@salar/adapters/chain-tron/tron-client';
import type { SignerNetwork } from '@salar/adapters/signer/signer-policy';
import { assert } from '@salar/protocol';
import { policy } from '../custody/drill-policy.ts';
import type { Family } from './drill-payments.ts';

/** The addresses of the nodes. */
export type NodeUrls = Readonly<Record<Family, string>>;

export function openClients(urls: NodeUrls) {
  return {
    evm: new EvmClient({ url: urls.evm, network: { ...findNetwork('evm'), traces: 'none' } }),
    bitcoin: new BitcoinClient({ url: urls.bitcoin, network: findNetwork('bitcoin') }),
    tron: new TronClient({ url: urls.tron, network: findNetwork('tron') }),
  };
}

function findNetwork<F extends Family>(family: F): Extract<SignerNetwork, { family: F }> {
  const isOf = (network: SignerNetwork): network is Extract<SignerNetwork, { family: F }> =>
    network.family === family;
  const network = policy.networks.find(isOf);
  assert(network !== undefined, `the policy has a network of family ${family}`);
  return network;
}
