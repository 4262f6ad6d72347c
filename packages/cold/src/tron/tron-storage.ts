/** Cold storage on a TRON network: an account whose permission has the keys of several owners, who sign offline. */
import { formatTronAddress, tronAccountPath } from '@salar/adapters/chain-tron/tron-addresses';
import { assert } from '@salar/protocol';
import { tronCoinFeeMax } from '@salar/services/ports/chain-signer';
import type { HDKey } from '@scure/bip32';
import { bytesToHex } from 'viem';
import { sign } from 'viem/accounts';
import type { ColdAmount, ColdFamily, Line, RefillDetails } from '../cold-family.ts';
import type { TronColdNetwork } from '../cold-settings.ts';
import { formatColdAmount } from '../format-amount.ts';
import { RefillInvalid } from '../refill-invalid.ts';
import { coldPermissionId, formatTronPayload, readTronPayload } from './tron-payload.ts';
import type { TronPayload } from './tron-payload.ts';

/** Sun: the network takes one coin for a transaction with several signatures. */
const multiSignatureFee = 1_000_000n;
/** The most sun that a refill burns beside its fee limit. */
export const tronRefillFeeMax = tronCoinFeeMax + multiSignatureFee;
const minuteMs = 60_000;
/** The network takes a transaction only within a day of its expiry. */
const lifetimeMsMax = 24 * 60 * minuteMs;
/** No asset has this many units; larger numbers cannot be spelled out. */
const amountEnd = 10n ** 38n;

export class TronStorage implements ColdFamily {
  readonly #network: TronColdNetwork;
  readonly #clock: () => number;

  constructor(network: TronColdNetwork, clock: () => number) {
    this.#network = network;
    this.#clock = clock;
  }

  async read(value: unknown): Promise<RefillDetails> {
    const payload = await this.#open(value);
    const { owners, required, coldAddress } = this.#network;
    const { contract, to, amount } = payload.transfer;
    const { expiration, feeLimit, refBlockBytes, refBlockHash } = payload.plan;
    const coin = this.#findCoin();
    const feeMax = { minor: feeLimit + tronRefillFeeMax, ...coin };
    return {
      amount: { minor: amount, ...this.#findAsset(contract) },
      sender: coldAddress,
      senderKind: `account, ${required} of ${owners.length}`,
      receiver: to,
      fee: feeMax,
      feeNote: 'at most; cold storage pays it',
      signatures: { signers: payload.signatures.map(({ owner }) => this.#findOwner(owner)), required },
      more: [
        [
          'Fee limit',
          contract === null ? 'none: no code runs' : formatColdAmount({ minor: feeLimit, ...coin }),
        ],
        ['Expires', formatTime(expiration)],
        ['', `${formatDuration(expiration - this.#clock())} from now, by this machine's clock`],
        ['Permission', `${coldPermissionId}`],
        ['Reference', `block ${refBlockBytes} ${refBlockHash}`],
        ['Transaction', payload.txId],
      ],
    };
  }

  async sign(value: unknown, root: HDKey): Promise<unknown> {
    const payload = await this.#open(value);
    const { address: owner, privateKey } = deriveOwner(root);
    this.#findOwner(owner);
    if (payload.signatures.some((one) => one.owner === owner))
      throw new RefillInvalid('this key has signed this refill already');
    const signature = await sign({
      hash: `0x${payload.txId}`,
      privateKey: bytesToHex(privateKey),
      to: 'hex',
    });
    const signatures = [...payload.signatures, { owner, signature: signature.slice(2) }];
    return formatTronPayload({ ...payload, signatures });
  }

  async combine(first: unknown, second: unknown): Promise<unknown> {
    const [one, other] = [await this.#open(first), await this.#open(second)];
    if (one.txId !== other.txId) throw new RefillInvalid('the two files are of different payments');
    const known = new Set(one.signatures.map(({ owner }) => owner));
    const added = other.signatures.filter(({ owner }) => !known.has(owner));
    return formatTronPayload({ ...one, signatures: [...one.signatures, ...added] });
  }

  async #open(value: unknown): Promise<TronPayload> {
    const payload = await readTronPayload(value);
    const { transfer, plan, permissionId } = payload;
    const { coldAddress, feeLimit } = this.#network;
    if (transfer.from !== coldAddress)
      throw new RefillInvalid(`what is signed pays from ${transfer.from}, which is not our cold storage`);
    if (permissionId !== coldPermissionId)
      throw new RefillInvalid(
        `what is signed uses permission ${permissionId} of the account, not ${coldPermissionId}`,
      );
    if (transfer.amount <= 0n) throw new RefillInvalid('this transaction transfers nothing');
    if (transfer.amount >= amountEnd)
      throw new RefillInvalid('this transaction transfers more than any asset has');
    this.#findAsset(transfer.contract);
    if (plan.feeLimit > feeLimit)
      throw new RefillInvalid(
        `what is signed may burn ${this.#formatCoins(plan.feeLimit)}: more than the ${this.#formatCoins(feeLimit)} of your settings`,
      );
    this.#checkTime(plan.expiration);
    for (const { owner } of payload.signatures) this.#findOwner(owner);
    return payload;
  }

  /** A signature that is valid for longer than a day could be sent when nobody thinks of it any more. */
  #checkTime(expiration: number): void {
    const left = expiration - this.#clock();
    if (left <= 0)
      throw new RefillInvalid(
        `this refill expired at ${formatTime(expiration)}: drop it and prepare another one`,
      );
    if (left > lifetimeMsMax)
      throw new RefillInvalid(
        `this refill expires at ${formatTime(expiration)}, more than a day from now: compare the clock of this machine`,
      );
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

  #findCoin(): Omit<ColdAmount, 'minor'> {
    const coin = this.#network.assets.find((candidate) => candidate.contract === null);
    return { product: coin?.product ?? 'TRX', decimals: coin?.decimals ?? 6 };
  }

  #formatCoins(minor: bigint): string {
    return formatColdAmount({ minor, ...this.#findCoin() });
  }
}

/** Describes the address that the permission of a TRON account gets as a key. */
export function describeTronOwner(root: HDKey): Line {
  return ['Key of a TRON account', deriveOwner(root).address];
}

/** Formats a time as `2026-01-06 11:00:00 UTC`. */
export function formatTime(at: number): string {
  return new Date(at).toISOString().replace('T', ' ').replace(/\..*/, ' UTC');
}

function formatDuration(ms: number): string {
  const minutes = Math.floor(ms / minuteMs);
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

function deriveOwner(root: HDKey): { readonly address: string; readonly privateKey: Uint8Array } {
  const { publicKey, privateKey } = root.derive(`${tronAccountPath}/0/0`);
  assert(publicKey !== null && privateKey !== null, 'the root of a seed has private keys');
  return { address: formatTronAddress(publicKey), privateKey };
}
