/** Cold storage on an EVM network: a Safe whose owners sign offline. */
import { evmAccountPath, formatEvmAddress } from '@salar/adapters/chain-evm/evm-addresses';
import { assert } from '@salar/protocol';
import type { HDKey } from '@scure/bip32';
import { bytesToHex } from 'viem';
import { sign } from 'viem/accounts';
import type { ColdAmount, ColdFamily, Line, RefillDetails } from '../cold-family.ts';
import type { EvmColdNetwork } from '../cold-settings.ts';
import { RefillInvalid } from '../refill-invalid.ts';
import { formatSafePayload, hashSafePayload, readSafePayload } from './safe-payload.ts';
import type { SafePayload } from './safe-payload.ts';
import { readSafeTransfer } from './safe-transaction.ts';

export class SafeStorage implements ColdFamily {
  readonly #network: EvmColdNetwork;

  constructor(network: EvmColdNetwork) {
    this.#network = network;
  }

  async read(value: unknown): Promise<RefillDetails> {
    const payload = await this.#open(value);
    const { owners, required, coldAddress } = this.#network;
    const { contract, receiver, amount } = readSafeTransfer(payload.transaction);
    return {
      amount: { minor: amount, ...this.#findAsset(contract) },
      sender: coldAddress,
      senderKind: `Safe, ${required} of ${owners.length}`,
      receiver,
      fee: { minor: 0n, ...this.#findCoin() },
      feeNote: 'the exchange pays the network for this transaction',
      signatures: { signers: payload.signatures.map(({ owner }) => this.#findOwner(owner)), required },
      more: [
        ['Safe nonce', payload.transaction.nonce.toString()],
        ['Safe hash', hashSafePayload(payload)],
      ],
    };
  }

  async sign(value: unknown, root: HDKey): Promise<unknown> {
    const payload = await this.#open(value);
    readSafeTransfer(payload.transaction);
    const { address: owner, privateKey } = deriveOwner(root);
    this.#findOwner(owner);
    if (payload.signatures.some((one) => one.owner === owner))
      throw new RefillInvalid('this key has signed this refill already');
    const signature = await sign({
      hash: hashSafePayload(payload),
      privateKey: bytesToHex(privateKey),
      to: 'hex',
    });
    return formatSafePayload({ ...payload, signatures: [...payload.signatures, { owner, signature }] });
  }

  async combine(first: unknown, second: unknown): Promise<unknown> {
    const [one, other] = [await this.#open(first), await this.#open(second)];
    if (hashSafePayload(one) !== hashSafePayload(other))
      throw new RefillInvalid('the two files are of different payments');
    const known = new Set(one.signatures.map(({ owner }) => owner));
    const added = other.signatures.filter(({ owner }) => !known.has(owner));
    return formatSafePayload({ ...one, signatures: [...one.signatures, ...added] });
  }

  async #open(value: unknown): Promise<SafePayload> {
    const { chainId, coldAddress } = this.#network;
    const payload = await readSafePayload(value);
    if (payload.chainId !== chainId)
      throw new RefillInvalid(`what is signed is for chain id ${payload.chainId}, not ${chainId}`);
    if (payload.safe !== coldAddress)
      throw new RefillInvalid(`what is signed is of the Safe ${payload.safe}, which is not our cold storage`);
    for (const { owner } of payload.signatures) this.#findOwner(owner);
    return payload;
  }

  #findOwner(address: string): string {
    const owner = this.#network.owners.find((candidate) => candidate.address === address);
    if (owner === undefined)
      throw new RefillInvalid(`${address} is not an owner of our cold storage, by your settings`);
    return owner.name;
  }

  #findAsset(contract: string | null): Omit<ColdAmount, 'minor'> {
    const asset = this.#network.assets.find((candidate) => candidate.contract === contract);
    if (asset === undefined)
      throw new RefillInvalid(
        contract === null
          ? 'what is signed pays the coin of the network, which is not in your settings'
          : `what is signed pays the token ${contract}, which is not in your settings`,
      );
    return { product: asset.product, decimals: asset.decimals };
  }

  /** The coin's symbol is only shown beside 0, because a Safe pays no fee. */
  #findCoin(): Omit<ColdAmount, 'minor'> {
    const coin = this.#network.assets.find((candidate) => candidate.contract === null);
    return { product: coin?.product ?? 'coins', decimals: coin?.decimals ?? 18 };
  }
}

/** Describes the address that a new Safe gets as an owner. */
export function describeSafeOwner(root: HDKey): Line {
  return ['Owner of a Safe (EVM networks)', deriveOwner(root).address];
}

function deriveOwner(root: HDKey): { readonly address: string; readonly privateKey: Uint8Array } {
  const { publicKey, privateKey } = root.derive(`${evmAccountPath}/0/0`);
  assert(publicKey !== null && privateKey !== null, 'the root of a seed has private keys');
  return { address: formatEvmAddress(publicKey), privateKey };
}
