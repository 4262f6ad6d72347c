/** A Safe as the exchange uses it: reads it from the node, prepares refills to the hot wallet, and checks signed ones. */
import { accept, refuse } from '@salar/protocol';
import type { Result } from '@salar/protocol';
import { ChainUnavailable } from '@salar/services/ports/chain-client';
import type { EvmChain } from '@salar/services/ports/chain-client';
import type { ColdStorage, NewRefill } from '@salar/services/ports/cold-storage';
import { decodeFunctionResult, encodeFunctionData, getAddress, parseAbi } from 'viem';
import type { Address, Hex } from 'viem';
import type { EvmColdNetwork } from '../cold-settings.ts';
import { formatRefill } from '../open-refill.ts';
import { parseRefillFile } from '../refill-file.ts';
import { RefillInvalid } from '../refill-invalid.ts';
import { joinSignatures } from './safe-execution.ts';
import { formatSafePayload, hashSafePayload, readSafePayload } from './safe-payload.ts';
import type { SafePayload } from './safe-payload.ts';
import { buildSafeTransfer, hashSafeTransaction } from './safe-transaction.ts';
import type { SafeTransaction } from './safe-transaction.ts';

const safeAbi = parseAbi([
  'function nonce() view returns (uint256)',
  'function getThreshold() view returns (uint256)',
  'function getOwners() view returns (address[])',
  'function getTransactionHash(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, uint256 nonce) view returns (bytes32)',
]);

export type SafeRefillsOptions = {
  readonly client: Pick<EvmChain, 'call'>;
  readonly name: string;
  readonly chainId: number;
  /** The Safe. */
  readonly coldAddress: string;
  readonly hotAddress: string;
};

export class SafeRefills implements ColdStorage {
  readonly address: string;
  readonly #options: SafeRefillsOptions;

  constructor(options: SafeRefillsOptions) {
    this.#options = options;
    this.address = options.coldAddress;
  }

  async prepare({ asset, product, amount }: NewRefill): Promise<Result<string, string>> {
    const { name, chainId, coldAddress, hotAddress } = this.#options;
    const { contract, decimals } = asset;
    const { owners, required } = await this.#readOwners();
    const nonce = await this.#readNonce();
    const transaction = buildSafeTransfer({ contract, receiver: hotAddress, amount }, nonce);
    await this.#compareHash(transaction);
    const network: EvmColdNetwork = {
      family: 'evm',
      name,
      chainId,
      coldAddress,
      owners: owners.map((address, at) => ({ name: `owner-${at + 1}`, address })),
      required,
      hotAddresses: [hotAddress],
      assets: [{ product, contract, decimals }],
    };
    const payload = formatSafePayload({ chainId, safe: coldAddress, transaction, signatures: [] });
    return accept(await formatRefill(network, payload));
  }

  async authorise(prepared: string, signed: string): Promise<Result<string, string>> {
    const expected = await readPayload(prepared);
    const { nonce } = expected.transaction;
    try {
      const actual = await readPayload(signed);
      if (hashSafePayload(actual) !== hashSafePayload(expected))
        return refuse('the file pays something else than what was prepared');
      const { owners, required } = await this.#readOwners();
      const stranger = actual.signatures.find(({ owner }) => !owners.includes(owner));
      if (stranger !== undefined) return refuse(`${stranger.owner} is not an owner of the Safe`);
      if ((await this.#readNonce()) !== nonce)
        return refuse(`the Safe has used nonce ${nonce} meanwhile: prepare the refill again`);
      return accept(joinSignatures(actual.signatures, required));
    } catch (error) {
      if (error instanceof RefillInvalid) return refuse(error.message);
      throw error;
    }
  }

  async isOpen(prepared: string): Promise<boolean> {
    const { transaction } = await readPayload(prepared);
    return (await this.#readNonce()) === transaction.nonce;
  }

  /** Reads them from the contract, so that signatures are checked as it will check them. */
  async #readOwners(): Promise<{ readonly owners: readonly string[]; readonly required: number }> {
    const list = { abi: safeAbi, functionName: 'getOwners' } as const;
    const least = { abi: safeAbi, functionName: 'getThreshold' } as const;
    return {
      owners: await this.#view(encodeFunctionData(list), (data) =>
        decodeFunctionResult({ ...list, data }).map((owner) => getAddress(owner)),
      ),
      required: await this.#view(encodeFunctionData(least), (data) =>
        Number(decodeFunctionResult({ ...least, data })),
      ),
    };
  }

  #readNonce(): Promise<bigint> {
    const name = { abi: safeAbi, functionName: 'nonce' } as const;
    return this.#view(encodeFunctionData(name), (data) => decodeFunctionResult({ ...name, data }));
  }

  async #view<T>(data: Hex, decode: (answer: Hex) => T): Promise<T> {
    const answer = await this.#call(data);
    try {
      return decode(answer);
    } catch (cause) {
      throw new ChainUnavailable(`there is no Safe at ${this.address}`, { cause });
    }
  }

  /** A Safe before version 1.3.0 has another hash: its owners would sign what it does not accept. */
  async #compareHash(transaction: SafeTransaction): Promise<void> {
    const { to, value, data, operation, safeTxGas, baseGas, gasPrice, gasToken, refundReceiver, nonce } =
      transaction;
    const numbers = [operation, safeTxGas, baseGas, gasPrice] as const;
    const call = encodeFunctionData({
      abi: safeAbi,
      functionName: 'getTransactionHash',
      args: [to as Address, value, data, ...numbers, gasToken as Address, refundReceiver as Address, nonce],
    });
    const { chainId, coldAddress } = this.#options;
    if ((await this.#call(call)) !== hashSafeTransaction(chainId, coldAddress, transaction))
      throw new ChainUnavailable(`the contract at ${coldAddress} is not a Safe of version 1.3.0 or later`);
  }

  async #call(data: Hex): Promise<Hex> {
    return (await this.#options.client.call(this.#options.coldAddress, data)) as Hex;
  }
}

async function readPayload(text: string): Promise<SafePayload> {
  return readSafePayload(parseRefillFile(text).payload);
}
