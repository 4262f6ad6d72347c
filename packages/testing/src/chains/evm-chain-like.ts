/** A chain adapter like another one, except for the overrides of a test. */
import type { EvmChain } from '@salar/services';

export function evmChainLike(client: EvmChain, changes: Partial<EvmChain>): EvmChain {
  return {
    family: 'evm',
    chainId: client.chainId,
    check: () => client.check(),
    height: () => client.height(),
    block: (height) => client.block(height),
    receipt: (txId, query) => client.receipt(txId, query),
    broadcast: (raw) => client.broadcast(raw),
    getNonce: (address) => client.getNonce(address),
    getBalance: (product, address, height) => client.getBalance(product, address, height),
    getBalances: (product, addresses, height) => client.getBalances(product, addresses, height),
    coinBalance: (address, height) => client.coinBalance(address, height),
    fees: () => client.fees(),
    tryPayment: (payment) => client.tryPayment(payment),
    call: (contract, data) => client.call(contract, data),
    ...changes,
  };
}
