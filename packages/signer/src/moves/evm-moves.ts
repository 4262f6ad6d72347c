/**
 * Signs moves between our own addresses of EVM networks: no caller names a receiver, so the worst a compromised
 * exchange can do here is to burn fees, and those are capped.
 */
import { accept, assertNever, refuse } from '@salar/protocol';
import type { Result } from '@salar/protocol';
import { moveGas } from '@salar/services/ports/chain-signer';
import type { MoveRefusal, EvmMoveRequest, SignedPayment } from '@salar/services';
import { areJoinedSignatures, encodeSafeExecution } from '@salar/cold/evm/safe-execution';
import { buildSafeTransfer } from '@salar/cold/evm/safe-transaction';
import { Mutex } from 'async-mutex';
import type { Hex } from 'viem';
import { formatEvmAddress } from '@salar/adapters/chain-evm/evm-addresses';
import { buildTransfer, signEvmCall } from '../families/evm-transaction.ts';
import type { EvmCall } from '../families/evm-transaction.ts';
import type { SignerNetwork } from '@salar/adapters/signer/signer-policy';
import type { KeyName } from '../keys/key-store.ts';
import type { SignerKeys } from '../keys/signer-keys.ts';
import { checkMoveCaps } from './move-caps.ts';
import type { MoveCost } from './move-caps.ts';
import type { MoveLog } from './move-log.ts';
import { describeRequest, findAsset } from './move-description.ts';

/** 2,000 gwei per gas: a higher fee is a mistake or an attack. */
const feeMaxLimit = 2_000n * 10n ** 9n;

/** A request with its own addresses resolved, and its cost in the network's coin. */
type Move = MoveCost & {
  readonly key: KeyName;
  readonly sender: string;
  readonly call: EvmCall;
  readonly gas: bigint;
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
    if ('index' in request && !this.#keys.isDepositIndex('evm', request.index))
      return refuse('request_malformed');
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
    const caps = { chainId, caps: network.sweeps, at: this.#clock() };
    const capped = checkMoveCaps(this.#log, caps, move, before);
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
      case 'to_house':
        return transfer('evm/hot', 'evm/house');
      case 'from_house':
        return transfer('evm/house', 'evm/hot');
      case 'carry_hot':
        return this.#keys.hasFormer('evm/hot') ? transfer('evm/former-hot', 'evm/hot') : null;
      case 'carry_house':
        return this.#keys.hasFormer('evm/house') ? transfer('evm/former-house', 'evm/house') : null;
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
}
