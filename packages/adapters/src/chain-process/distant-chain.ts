/** The port of a network whose client runs in a process of its own. */
import type { BitcoinChain, EvmChain, TronChain } from '@salar/services';
import type { ChainProcess } from './chain-process.ts';

type Chains = { readonly evm: EvmChain; readonly bitcoin: BitcoinChain; readonly tron: TronChain };
/** The names of a port's methods. */
type Methods<Chain> = {
  readonly [Name in keyof Chain as Chain[Name] extends (...args: never[]) => unknown ? Name : never]: true;
};

const readerMethods = { check: true, height: true, block: true, receipt: true, broadcast: true } as const;
const methods: { readonly [Family in keyof Chains]: Methods<Chains[Family]> } = {
  evm: {
    ...readerMethods,
    getNonce: true,
    getBalance: true,
    getBalances: true,
    coinBalance: true,
    fees: true,
    tryPayment: true,
    call: true,
  },
  bitcoin: { ...readerMethods, feeRate: true, isUnspent: true, rawTransaction: true },
  tron: {
    ...readerMethods,
    getBalance: true,
    getBalances: true,
    coinBalance: true,
    reference: true,
    transferCost: true,
    tryPayment: true,
    permissions: true,
    finalTime: true,
  },
};

/**
 * Creates a port whose methods are those of a client in the process.
 *
 * @param options.node  the index of its node among those of the process
 */
export function createDistantChain<Family extends keyof Chains>(
  family: Family,
  process: Pick<ChainProcess, 'call'>,
  { chainId, node }: { readonly chainId: number; readonly node: number },
): Chains[Family] {
  const calls = Object.keys(methods[family]).map((method) => [
    method,
    (...args: readonly unknown[]) => process.call({ node, method, args }),
  ]);
  return { family, chainId, ...Object.fromEntries(calls) } as Chains[Family];
}
