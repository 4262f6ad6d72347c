/** The dollar tokens of a local chain: deployed once, in a fixed order, so their addresses are always the same. */
import { localContracts } from '@salar/services/tickets/providers';
import type { Hex } from 'viem';
import usdCoin from '../../contracts/artifacts/UsdCoin.sol.json' with { type: 'json' };
import usdTether from '../../contracts/artifacts/UsdTether.sol.json' with { type: 'json' };
import type { JsonRpc } from '@salar/adapters/chain-evm/json-rpc';
import { DevWallet } from './dev-wallet.ts';

const deployGas = 2_000_000n;

/** Deploys missing contracts; changes nothing on a chain that has all of them. */
export async function ensureContracts(rpc: JsonRpc, chainId: number): Promise<void> {
  const deployer = new DevWallet(rpc, chainId, 0);
  const wanted = [
    { address: localContracts.usdt, bytecode: usdTether.bytecode },
    { address: localContracts.usdc, bytecode: usdCoin.bytecode },
  ];
  for (const { address, bytecode } of wanted) {
    if (await hasCode(rpc, address)) continue;
    await deployer.send({ to: null, value: 0n, data: bytecode as Hex, gas: deployGas });
    if (!(await hasCode(rpc, address)))
      throw new Error(
        `the local chain ${chainId} was used before its contracts were deployed: start it empty`,
      );
  }
}

async function hasCode(rpc: JsonRpc, address: string): Promise<boolean> {
  return (await rpc.call('eth_getCode', address, 'latest')) !== '0x';
}
