/** Takes tokens from an address as a thief with its key could, without a transaction. */
import { encodeAbiParameters, keccak256, numberToHex, parseAbiParameters } from 'viem';
import type { Address } from 'viem';
import { callChain, localChains } from '../../../torture/local-chains.ts';
import type { Rail } from '../../../torture/rails.ts';
import { present } from './customer-acts.ts';

/** The place of the balances in the storage of the local token. */
const balancesSlot = 1n;

export async function takeTokens(url: string, rail: Rail, from: string, amount: bigint): Promise<void> {
  const chain = present((await localChains(url)).find(({ name }) => name === rail.network));
  const token = present(chain.contracts[rail.product]);
  const holder = [from as Address, balancesSlot] as const;
  const slot = keccak256(encodeAbiParameters(parseAbiParameters('address, uint256'), holder));
  const held = BigInt((await callChain(chain, 'eth_getStorageAt', [token, slot, 'latest'])) as string);
  if (held < amount) throw new Error(`${from} has only ${held}`);
  await callChain(chain, 'anvil_setStorageAt', [token, slot, numberToHex(held - amount, { size: 32 })]);
}
