/**
 * Signs moves between our own addresses of TRON networks: no caller names a receiver, so the worst a compromised exchange can
 * do here is to burn fees, and those are capped.
 *
 * Nothing but its expiry makes a transaction of TRON unique, so each form of a move counts on its own.
 */
import { accept, assertNever, refuse } from '@salar/protocol';
import type { Result } from '@salar/protocol';
import type { MoveRefusal, SignedPayment, TronMoveRequest } from '@salar/services';
import { Mutex } from 'async-mutex';
import { formatTronAddress } from '@salar/adapters/chain-tron/tron-addresses';
import { coinAmountMax, computeTxId, encodeTransfer } from '@salar/adapters/chain-tron/tron-transaction';
import type { SignerNetwork } from '@salar/adapters/signer/signer-policy';
import { computeTronBurnt, findTronPlanRefusal, signTronTransaction } from '../families/tron-transaction.ts';
import type { KeyName } from '../keys/key-store.ts';
import type { SignerKeys } from '../keys/signer-keys.ts';
import { checkMoveCaps } from './move-caps.ts';
import { describeRequest, findAsset } from './move-description.ts';
import type { MoveLog } from './move-log.ts';

/** A request with its own addresses resolved. */
type Move = {
  readonly key: KeyName;
  readonly sender: string;
  readonly receiver: string;
  /** Sun given to a deposit address for its fees, and paid to the gas wallet. */
  readonly given: bigint;
  readonly refilled: bigint;
};

export class TronMoves {
  readonly #keys: SignerKeys;
  readonly #networks: readonly SignerNetwork[];
  readonly #log: MoveLog;
  readonly #clock: () => number;
  readonly #mutex = new Mutex();

  constructor(options: {
    keys: SignerKeys;
    networks: readonly SignerNetwork[];
    log: MoveLog;
    clock: () => number;
  }) {
    this.#keys = options.keys;
    this.#networks = options.networks;
    this.#log = options.log;
    this.#clock = options.clock;
  }

  /** Serialised: what one request uses of a cap must be visible to the next. */
  move(request: TronMoveRequest): Promise<Result<SignedPayment, MoveRefusal>> {
    return this.#mutex.runExclusive(() => this.#decide(request));
  }

  async #decide(request: TronMoveRequest): Promise<Result<SignedPayment, MoveRefusal>> {
    const { chainId, amount, plan } = request;
    if ('index' in request && !this.#keys.isDepositIndex('tron', request.index))
      return refuse('request_malformed');
    const network = this.#networks.find((candidate) => candidate.chainId === chainId);
    if (network?.family !== 'tron' || network.sweeps === null) return refuse('network_unknown');
    const asset = 'productId' in request ? findAsset(network.assets, request.productId) : null;
    if (asset === undefined) return refuse('asset_unknown');
    const contract = asset?.contract ?? null;
    if (amount <= 0n || (contract === null && amount > coinAmountMax)) return refuse('amount_invalid');
    const move = await this.#resolve(request, network.coldAddress);
    if (move === null || move.sender === move.receiver) return refuse('destination_refused');
    const refusal = findTronPlanRefusal(plan, { feeLimit: network.feeLimit, now: this.#clock() });
    if (refusal !== null) return refuse(refusal);
    const burnt = computeTronBurnt(contract, plan);
    if (burnt > network.sweeps.perMove) return refuse('fees_too_high');
    const { sender, receiver, given, refilled } = move;
    const rawData = encodeTransfer({ from: sender, to: receiver, contract, amount }, plan);
    await this.#log.ready();
    const use = { chainId, sender, nonce: null, hash: computeTxId(rawData) };
    const caps = { chainId, caps: network.sweeps, at: this.#clock() };
    const capped = checkMoveCaps(this.#log, caps, { burnt, given, refilled }, this.#log.find(use));
    if (!capped.ok) return capped;

    // Nothing below is refused.
    const signed = await signTronTransaction(this.#keys, move.key, rawData);
    await this.#log.append({
      ...use,
      move: describeRequest(request),
      refilled: refilled.toString(),
      spent: (burnt + given).toString(),
      at: this.#clock(),
    });
    return accept(signed);
  }

  /** Returns null when there is no cold storage or former wallet. */
  async #resolve(request: TronMoveRequest, coldAddress: string | undefined): Promise<Move | null> {
    const { kind, amount } = request;
    const shared = { given: 0n, refilled: 0n };
    const move = async (from: KeyName, to: KeyName) => ({
      ...shared,
      key: from,
      sender: await this.#findAddress(from),
      receiver: await this.#findAddress(to),
    });
    switch (kind) {
      case 'sweep':
        return move(`tron/deposit/${request.index}`, 'tron/hot');
      case 'gas':
        return { ...(await move('tron/gas', `tron/deposit/${request.index}`)), given: amount };
      case 'refill':
        return { ...(await move('tron/hot', 'tron/gas')), refilled: amount };
      case 'cold': {
        if (coldAddress === undefined) return null;
        const sender = await this.#findAddress('tron/hot');
        return { ...shared, key: 'tron/hot', sender, receiver: coldAddress };
      }
      case 'to_house':
        return move('tron/hot', 'tron/house');
      case 'from_house':
        return move('tron/house', 'tron/hot');
      case 'carry_hot':
        return this.#keys.hasFormer('tron/hot') ? move('tron/former-hot', 'tron/hot') : null;
      case 'carry_house':
        return this.#keys.hasFormer('tron/house') ? move('tron/former-house', 'tron/house') : null;
      case 'carry_gas':
        return this.#keys.hasFormer('tron/gas') ? move('tron/former-gas', 'tron/gas') : null;
      default:
        return assertNever(kind);
    }
  }

  async #findAddress(name: KeyName): Promise<string> {
    return formatTronAddress(await this.#keys.publicKey(name));
  }
}
