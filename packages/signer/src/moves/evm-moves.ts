/**
 * Signs moves between our own addresses of EVM networks: no caller names a receiver, so the worst a compromised
 * exchange can do here is to burn fees, and those are capped.
 */
import { accept, assertNever, refuse } from '@salar/protocol';
import type { ProductId, Result } from '@salar/protocol';
import { moveGas } from '@salar/services/ports/chain-signer';
import type {
  MoveRefusal,
  EvmMoveRequest,
  NetworkAsset,
  SignedPayment,
  SweepSettings,
} from '@salar/services';
import { areJoinedSignatures, encodeSafeExecution } from '@salar/cold/evm/safe-execution';
import { buildSafeTransfer } from '@salar/cold/evm/safe-transaction';
import { Mutex } from 'async-mutex';
import type { Hex } from 'viem';
import { formatEvmAddress, hotWalletIndex } from '@salar/adapters/chain-evm/evm-addresses';
import { buildTransfer, signEvmCall } from '../families/evm-transaction.ts';
import type { EvmCall } from '../families/evm-transaction.ts';
import type { SignerNetwork } from '@salar/adapters/signer/signer-policy';
import type { KeyName } from '../keys/key-store.ts';
import type { SignerKeys } from '../keys/signer-keys.ts';
import type { MoveEntry, MoveLog } from './move-log.ts';

/** 2,000 gwei per gas: a higher fee is a mistake or an attack. */
const feeMaxLimit = 2_000n * 10n ** 9n;
/** Indexes from here on can only be derived from private keys. */
const indexEnd = 2 ** 31;

/** A request with its own addresses resolved, and its cost in the network's coin. */
type Move = {
  readonly key: KeyName;
  readonly sender: string;
  readonly call: EvmCall;
  readonly gas: bigint;
  readonly burnt: bigint;
  readonly given: bigint;
  readonly refilled: bigint;
};

export class EvmMoves {
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
  move(request: EvmMoveRequest): Promise<Result<SignedPayment, MoveRefusal>> {
    return this.#mutex.runExclusive(() => this.#decide(request));
  }

  async #decide(request: EvmMoveRequest): Promise<Result<SignedPayment, MoveRefusal>> {
    const { chainId, amount, plan } = request;
    if ('index' in request && !isCustomerIndex(request.index)) return refuse('request_malformed');
    const network = this.#networks.find((candidate) => candidate.chainId === chainId);
    if (network?.family !== 'evm' || network.sweeps === null) return refuse('network_unknown');
    const asset = 'productId' in request ? findAsset(network.assets, request.productId) : null;
    if (asset === undefined) return refuse('asset_unknown');
    if (amount <= 0n) return refuse('amount_invalid');
    const move = await this.#buildMove(request, asset?.contract ?? null, network.coldAddress);
    if (move === null) return refuse('destination_refused');
    const isDear = plan.feeMax > feeMaxLimit || move.burnt > network.sweeps.perMove;
    if (isDear || plan.feePriority > plan.feeMax) return refuse('fees_too_high');
    await this.#log.ready();
    const use = { chainId, sender: move.sender, nonce: plan.nonce };
    const before = this.#log.find(use);
    if (before !== undefined && before.move !== describeRequest(request)) return refuse('nonce_taken');
    const capped = this.#checkCaps(chainId, network.sweeps, move, before);
    if (!capped.ok) return capped;

    // Nothing below is refused.
    const { key, gas, call } = move;
    const signed = await signEvmCall(this.#keys, key, { ...plan, chainId, gas, ...call });
    await this.#log.append({
      ...use,
      move: describeRequest(request),
      refilled: move.refilled.toString(),
      spent: (move.burnt + move.given).toString(),
      hash: signed.hash,
      at: this.#clock(),
    });
    return accept(signed);
  }

  /** Returns null when there is no cold storage or former wallet, or when the owners' signatures cannot be ones. */
  async #buildMove(
    request: EvmMoveRequest,
    contract: string | null,
    coldAddress: string | undefined,
  ): Promise<Move | null> {
    const { kind, amount, plan } = request;
    const gas = contract === null ? moveGas.coin : moveGas.token;
    const shared = { gas, burnt: gas * plan.feeMax, given: 0n, refilled: 0n };
    const transfer = async (from: KeyName, to: KeyName) => ({
      ...shared,
      key: from,
      sender: await this.#findAddress(from),
      call: buildTransfer(contract, await this.#findAddress(to), amount),
    });
    switch (kind) {
      case 'sweep':
        return transfer(`evm/deposit/${request.index}`, 'evm/hot');
      case 'gas':
        return { ...(await transfer('evm/gas', `evm/deposit/${request.index}`)), given: amount };
      case 'refill':
        return { ...(await transfer('evm/hot', 'evm/gas')), refilled: amount };
      case 'cold': {
        if (coldAddress === undefined) return null;
        const gas = contract === null ? moveGas.coldCoin : moveGas.token;
        const sender = await this.#findAddress('evm/hot');
        if (sender === coldAddress) return null;
        const call = buildTransfer(contract, coldAddress, amount);
        return { ...shared, key: 'evm/hot', sender, call, gas, burnt: gas * plan.feeMax };
      }
      case 'relay': {
        const { signatures } = request;
        if (coldAddress === undefined || !areJoinedSignatures(signatures)) return null;
        const data = await this.#buildRelay({ contract, amount, signatures });
        const gas = moveGas.relay;
        const sender = await this.#findAddress('evm/gas');
        const call = { to: coldAddress, value: 0n, data };
        return { ...shared, key: 'evm/gas', sender, call, gas, burnt: gas * plan.feeMax };
      }
      case 'carry_hot':
        return this.#keys.hasFormer('evm/hot') ? transfer('evm/former-hot', 'evm/hot') : null;
      case 'carry_gas':
        return this.#keys.hasFormer('evm/gas') ? transfer('evm/former-gas', 'evm/gas') : null;
      default:
        return assertNever(kind);
    }
  }

  /** Builds the call itself, so that whatever is relayed pays our hot wallet. The nonce of cold storage is no part of it. */
  async #buildRelay(payment: {
    readonly contract: string | null;
    readonly amount: bigint;
    readonly signatures: Hex;
  }): Promise<Hex> {
    const receiver = await this.#findAddress('evm/hot');
    return encodeSafeExecution(buildSafeTransfer({ ...payment, receiver }, 0n), payment.signatures);
  }

  async #findAddress(name: KeyName): Promise<string> {
    return formatEvmAddress(await this.#keys.publicKey(name));
  }

  /** A replacement adds only what it spends beyond the original: one of them is mined. */
  #checkCaps(
    chainId: number,
    caps: SweepSettings,
    move: Move,
    before: MoveEntry | undefined,
  ): Result<null, MoveRefusal> {
    if (move.given > caps.perMove || move.refilled > caps.gasWalletMax)
      return refuse('transaction_cap_exceeded');
    const at = this.#clock();
    const spent = computeMore(move.burnt + move.given, before?.spent);
    const refilled = computeMore(move.refilled, before?.refilled);
    const isOver =
      this.#log.sumLastHour(chainId, 'spent', at) + spent > caps.perHour ||
      this.#log.sumLastHour(chainId, 'refilled', at) + refilled > caps.gasWalletMax + caps.perHour;
    return isOver && spent + refilled > 0n ? refuse('hourly_cap_exceeded') : accept(null);
  }
}

/** Returns what an amount adds to that of the move before it, given as text. */
function computeMore(now: bigint, before: string | undefined): bigint {
  const former = BigInt(before ?? 0);
  return now > former ? now - former : 0n;
}

function isCustomerIndex(index: number): boolean {
  return Number.isSafeInteger(index) && index > hotWalletIndex && index < indexEnd;
}

function findAsset(assets: readonly NetworkAsset[], productId: ProductId): NetworkAsset | undefined {
  return assets.find((candidate) => candidate.productId === productId);
}

/** Identifies what is moved where; amount and fees may change in a replacement. */
function describeRequest(request: EvmMoveRequest): string {
  switch (request.kind) {
    case 'sweep':
      return `sweep ${request.productId} ${request.index}`;
    case 'gas':
      return `gas ${request.index}`;
    case 'refill':
      return 'refill';
    case 'cold':
      return `cold ${request.productId}`;
    case 'relay':
      return `relay ${request.productId}`;
    case 'carry_hot':
      return `carry_hot ${request.productId}`;
    case 'carry_gas':
      return 'carry_gas';
    default:
      return assertNever(request);
  }
}
