/** A TRON account as the exchange uses it: reads its permission, prepares refills to the hot wallet, and checks signed ones. */
import { encodeTransfer } from '@salar/adapters/chain-tron/tron-transaction';
import { accept, formatAmount, refuse } from '@salar/protocol';
import type { Result } from '@salar/protocol';
import { ChainUnavailable } from '@salar/services/ports/chain-client';
import type { TronChain } from '@salar/services/ports/chain-client';
import type { ColdStorage, NewRefill } from '@salar/services/ports/cold-storage';
import type { TronNetwork } from '@salar/services';
import { writeSignedRefill } from '@salar/services/sweeps/planned-cold-refills';
import type { TronColdNetwork } from '../cold-settings.ts';
import { formatRefill } from '../open-refill.ts';
import { parseRefillFile } from '../refill-file.ts';
import { RefillInvalid } from '../refill-invalid.ts';
import { coldPermissionId, formatTronPayload, joinTronSignatures, readTronPayload } from './tron-payload.ts';
import type { TronPayload } from './tron-payload.ts';
import { formatTime, tronRefillFeeMax } from './tron-storage.ts';

/**
 * How long owners have: an hour less than the day that the network allows, so that a refill can be sent at once, whatever the
 * node's clock.
 */
const lifetimeMs = 23 * 3_600_000;
const coinDecimals = 6;

export type TronRefillsOptions = {
  readonly client: Pick<
    TronChain,
    'permissions' | 'reference' | 'getBalance' | 'coinBalance' | 'transferCost' | 'finalTime'
  >;
  readonly settings: Pick<TronNetwork, 'name' | 'chainId' | 'assets' | 'feeLimit'>;
  readonly coldAddress: string;
  readonly hotAddress: string;
  readonly clock: () => number;
};

type Owners = { readonly owners: readonly string[]; readonly required: number };

export class TronRefills implements ColdStorage {
  readonly address: string;
  readonly #options: TronRefillsOptions;

  constructor(options: TronRefillsOptions) {
    this.#options = options;
    this.address = options.coldAddress;
  }

  async prepare({ asset, product, amount }: NewRefill): Promise<Result<string, string>> {
    const { client, settings, coldAddress, hotAddress, clock } = this.#options;
    const { contract, decimals } = asset;
    const network = this.#toNetwork({ product, contract, decimals }, await this.#readOwners());
    const shortage = await this.#findShortage({ asset, product, amount });
    if (shortage !== null) return refuse(shortage);
    const { refBlockBytes, refBlockHash } = await client.reference();
    const timestamp = clock();
    const transfer = { from: coldAddress, to: hotAddress, contract, amount };
    const rawData = encodeTransfer(transfer, {
      refBlockBytes,
      refBlockHash,
      timestamp,
      expiration: timestamp + lifetimeMs,
      feeLimit: settings.feeLimit,
      permissionId: coldPermissionId,
    });
    const payload = formatTronPayload({ rawData, signatures: [] });
    return accept(await formatRefill(network, payload, clock));
  }

  async authorise(prepared: string, signed: string): Promise<Result<string, string>> {
    const expected = await readPayload(prepared);
    try {
      const actual = await readPayload(signed);
      if (actual.txId !== expected.txId) return refuse('the file pays something else than what was prepared');
      const { expiration } = actual.plan;
      if (expiration <= this.#options.clock())
        return refuse(`the refill expired at ${formatTime(expiration)}: drop it and prepare another one`);
      const { owners, required } = await this.#readOwners();
      const stranger = actual.signatures.find(({ owner }) => !owners.includes(owner));
      if (stranger !== undefined) return refuse(`${stranger.owner} is not a key of cold storage`);
      const raw = joinTronSignatures(actual, required);
      return accept(writeSignedRefill({ hash: actual.txId, raw, networkFee: null }));
    } catch (error) {
      if (error instanceof RefillInvalid) return refuse(error.message);
      throw error;
    }
  }

  /** By the time of the final chain: what expired before it, in none of its blocks, never will be in one. */
  async isOpen(prepared: string): Promise<boolean> {
    const { plan } = await readPayload(prepared);
    return plan.expiration >= (await this.#options.client.finalTime());
  }

  /**
   * Reads the keys from the account, so that signatures are checked as the network will check them. An account with a
   * permission of fewer signatures beside it would not be what its owners believe it is.
   */
  async #readOwners(): Promise<Owners> {
    const permissions = await this.#options.client.permissions(this.address);
    const permission = permissions.find(({ id }) => id === coldPermissionId);
    if (permission === undefined)
      throw new ChainUnavailable(`the account ${this.address} has no permission ${coldPermissionId}`);
    const { keys, threshold: required } = permission;
    if (permissions.some((one) => one.threshold < required || one.keys.some(({ weight }) => weight !== 1)))
      throw new ChainUnavailable(
        `another permission of ${this.address} needs fewer than ${required} signatures, or a key counts more than once`,
      );
    return { owners: keys.map(({ address }) => address), required };
  }

  /** Cold storage pays the fees of a refill in the network's coin. */
  async #findShortage({ asset, product, amount }: NewRefill): Promise<string | null> {
    const { client, settings, coldAddress, hotAddress } = this.#options;
    const { contract, decimals } = asset;
    const coins = await client.coinBalance(coldAddress);
    const found = settings.assets.find((candidate) => candidate.contract === contract);
    if (found === undefined) return `${settings.name} has no ${product}`;
    const isToken = contract !== null;
    const held = isToken ? await client.getBalance(found.productId, coldAddress) : coins;
    if (held < amount) return `cold storage holds ${formatAmount(held, decimals)} ${product}`;
    const cost = isToken ? await client.transferCost(found.productId, coldAddress, hotAddress) : 0n;
    if (cost > settings.feeLimit)
      return `the transfer would burn ${formatAmount(cost, coinDecimals)} TRX, more than feeLimit`;
    const needed = (isToken ? 0n : amount) + cost + tronRefillFeeMax;
    return coins >= needed
      ? null
      : `cold storage holds ${formatAmount(coins, coinDecimals)} TRX, and needs ${formatAmount(needed, coinDecimals)} TRX with the fees`;
  }

  /** The exchange has no names of owners. */
  #toNetwork(asset: TronColdNetwork['assets'][number], { owners, required }: Owners): TronColdNetwork {
    const { settings, coldAddress, hotAddress } = this.#options;
    const { name, chainId, feeLimit } = settings;
    return {
      family: 'tron',
      name,
      chainId,
      coldAddress,
      owners: owners.map((address, at) => ({ name: `owner-${at + 1}`, address })),
      required,
      hotAddresses: [hotAddress],
      assets: [asset],
      feeLimit,
    };
  }
}

async function readPayload(text: string): Promise<TronPayload> {
  return readTronPayload(parseRefillFile(text).payload);
}
