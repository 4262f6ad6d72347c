/** A Safe on a local chain: the published contract, deployed at an address that is known before. */
import type { JsonRpc } from '@salar/adapters/chain-evm/json-rpc';
import safe from '@safe-global/safe-smart-account/build/artifacts/contracts/SafeL2.sol/SafeL2.json' with { type: 'json' };
import safeProxy from '@safe-global/safe-smart-account/build/artifacts/contracts/proxies/SafeProxy.sol/SafeProxy.json' with { type: 'json' };
import { encodeAbiParameters, encodeFunctionData, getContractAddress, parseAbi, zeroAddress } from 'viem';
import type { Address, Hex } from 'viem';
import { mnemonicToAccount } from 'viem/accounts';
import { devMnemonic } from './anvil-process.ts';
import { DevWallet } from './dev-wallet.ts';

/** A development account that does nothing else, so that its first transactions have known nonces. */
const deployerIndex = 4;
const deployGas = 8_000_000n;
const setupGas = 1_000_000n;
const setupAbi = parseAbi([
  'function setup(address[] owners, uint256 threshold, address to, bytes data, address fallbackHandler, address paymentToken, uint256 payment, address paymentReceiver)',
]);

const from = mnemonicToAccount(devMnemonic, { addressIndex: deployerIndex }).address;
const singletonAddress = getContractAddress({ from, nonce: 0n });
export const localSafeAddress = getContractAddress({ from, nonce: 1n });

/** Deploys the Safe on an empty chain, with these owners, of whom `required` must sign. */
export async function deployLocalSafe(
  rpc: JsonRpc,
  chainId: number,
  { owners, required }: { readonly owners: readonly string[]; readonly required: number },
): Promise<void> {
  const deployer = new DevWallet(rpc, chainId, deployerIndex);
  const deploy = (data: Hex) => deployer.send({ to: null, value: 0n, data, gas: deployGas });
  await deploy(safe.bytecode as Hex);
  const singleton = encodeAbiParameters([{ type: 'address' }], [singletonAddress]);
  await deploy(`${safeProxy.bytecode as Hex}${singleton.slice(2)}`);
  const data = encodeFunctionData({
    abi: setupAbi,
    functionName: 'setup',
    args: [
      owners as readonly Address[],
      BigInt(required),
      zeroAddress,
      '0x',
      zeroAddress,
      zeroAddress,
      0n,
      zeroAddress,
    ],
  });
  await deployer.send({ to: localSafeAddress, value: 0n, data, gas: setupGas });
}
