/**
 * Signs moves between our own addresses of EVM networks: no caller names a receiver, so the worst a compromised
 * exchange can do here is to burn fees, and those are capped.
 */
import { accept, assert, assertNever, refuse } from '@salar/protocol';
import type { Result } from '@salar/protocol';
import { moveGas } from '@salar/services/ports/chain-signer';
import type {
  MoveRefusal,
  MoveRequest,
  MoveSigner,
  NetworkAsset,
  SignedPayment,
  SweepSettings,
} from '@salar/services';
import type { HDKey } from '@scure/bip32';
import { Mutex } from 'async-mutex';
import { encodeFunctionData, keccak256, parseAbi } from 'viem';
import type { Address, Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import type { PrivateKeyAccount } from 'viem/accounts';
import { evmAccountPath, hotWalletIndex } from '@salar/adapters/chain-evm/evm-addresses';
import type { SignerNetwork } from '@salar/adapters/signer/signer-policy';
import type { MoveEntry, MoveLog } from './move-log.ts';

/** 2,000 gwei per gas: a higher fee is a mistake or an attack. */
const feeMaxLimit = 2_000n * 10n ** 9n;
/** Indexes from here on can only be derived from private keys. */
const indexEnd = 2 ** 31;
const tokenAbi = parseAbi(['function transfer(address to, uint256 value)']);

/** A request with its own addresses resolved, and its cost in the network's coin. */
type Move = {
  readonly sender: PrivateKeyAccount;
  readonly receiver: Address;
  /** Null for the coin. */
  readonly contract: Address | null;
  readonly gas: bigint;
  readonly burnt: bigint;
  readonly given: bigint;
  readonly refilled: bigint;
};

export class EvmMoves implements MoveSigner {
  readonly #root: HDKey;
  readonly #networks: readonly SignerNetwork[];
  readonly #log: MoveLog;
  readonly #clock: () => number;
  readonly #mutex = new Mutex();

  constructor(options: {
    root: HDKey;
    networks: readonly SignerNetwork[];
    log: MoveLog;
    clock: () => number;
  }) {
    this.#root = options.root.derive(evmAccountPath);
    this.#networks = options.networks;
    this.#log = options.log;
    this.#clock = options.clock;
  }

  /** Serialised: what one request uses of a cap must be visible to the next. */
  move(request: MoveRequest): Promise<Result<SignedPayment, MoveRefusal>> {
    return this.#mutex.runExclusive(() => this.#decide(request));
  }

  async #decide(request: MoveRequest): Promise<Result<SignedPayment, MoveRefusal>> {
    const { chainId, amount, plan } = request;
    if (request.kind !== 'refill' && !isCustomerIndex(request.index)) return refuse('request_malformed');
    const network = this.#networks.find((candidate) => candidate.chainId === chainId);
    if (network?.family !== 'evm' || network.sweeps === null) return refuse('network_unknown');
    const asset = request.kind === 'sweep' ? findAsset(network.assets, request) : null;
    if (asset === undefined) return refuse('asset_unknown');
    if (amount <= 0n) return refuse('amount_invalid');
    const move = this.#buildMove(request, asset?.contract ?? null);
    const isDear = plan.feeMax > feeMaxLimit || move.burnt > network.sweeps.perMove;
    if (isDear || plan.feePriority > plan.feeMax) return refuse('fees_too_high');
    const use = { chainId, sender: move.sender.address, nonce: plan.nonce };
    const before = this.#log.find(use);
    if (before !== undefined && before.move !== describeRequest(request)) return refuse('nonce_taken');
    const capped = this.#checkCaps(chainId, network.sweeps, move, before);
    if (!capped.ok) return capped;

    // Nothing below is refused.
    const raw = await sign(move, request);
    const hash = keccak256(raw);
    this.#log.append({
      ...use,
      move: describeRequest(request),
      refilled: move.refilled.toString(),
      spent: (move.burnt + move.given).toString(),
      hash,
      at: this.#clock(),
    });
    return accept({ raw, hash });
  }

  #buildMove(request: MoveRequest, contract: string | null): Move {
    const { kind, amount, plan } = request;
    const hot = this.#account(0, hotWalletIndex);
    const gasWallet = this.#account(1, 0);
    const gas = contract === null ? moveGas.coin : moveGas.token;
    const shared = { contract: contract as Address | null, gas, burnt: gas * plan.feeMax };
    switch (kind) {
      case 'sweep': {
        const sender = this.#account(0, request.index);
        return { ...shared, sender, receiver: hot.address, given: 0n, refilled: 0n };
      }
      case 'gas': {
        const receiver = this.#account(0, request.index).address;
        return { ...shared, sender: gasWallet, receiver, given: amount, refilled: 0n };
      }
      case 'refill':
        return { ...shared, sender: hot, receiver: gasWallet.address, given: 0n, refilled: amount };
      default:
        return assertNever(kind);
    }
  }

  /** A replacement counts instead of the original. */
  #checkCaps(
    chainId: number,
    caps: SweepSettings,
    move: Move,
    before: MoveEntry | undefined,
  ): Result<null, MoveRefusal> {
    if (move.given > caps.perMove || move.refilled > caps.gasWalletMax)
      return refuse('transaction_cap_exceeded');
    const at = this.#clock();
    const spent = this.#log.sumLastHour(chainId, 'spent', at) - BigInt(before?.spent ?? 0);
    const refilled = this.#log.sumLastHour(chainId, 'refilled', at) - BigInt(before?.refilled ?? 0);
    const isOver =
      spent + move.burnt + move.given > caps.perHour ||
      refilled + move.refilled > caps.gasWalletMax + caps.perHour;
    return isOver ? refuse('hourly_cap_exceeded') : accept(null);
  }

  #account(branch: number, index: number): PrivateKeyAccount {
    const { privateKey } = this.#root.deriveChild(branch).deriveChild(index);
    assert(privateKey !== null, 'the seed derives private keys');
    return privateKeyToAccount(`0x${Buffer.from(privateKey).toString('hex')}`);
  }
}

function isCustomerIndex(index: number): boolean {
  return Number.isSafeInteger(index) && index > hotWalletIndex && index < indexEnd;
}

function findAsset(
  assets: readonly NetworkAsset[],
  { productId }: Extract<MoveRequest, { kind: 'sweep' }>,
): NetworkAsset | undefined {
  return assets.find((candidate) => candidate.productId === productId);
}

/** Identifies what is moved where; amount and fees may change in a replacement. */
function describeRequest(request: MoveRequest): string {
  switch (request.kind) {
    case 'sweep':
      return `sweep ${request.productId} ${request.index}`;
    case 'gas':
      return `gas ${request.index}`;
    case 'refill':
      return 'refill';
    default:
      return assertNever(request);
  }
}

function sign(
  { sender, receiver, contract, gas }: Move,
  { chainId, amount, plan }: MoveRequest,
): Promise<Hex> {
  return sender.signTransaction({
    type: 'eip1559',
    chainId,
    nonce: plan.nonce,
    maxFeePerGas: plan.feeMax,
    maxPriorityFeePerGas: plan.feePriority,
    gas,
    ...(contract === null
      ? { to: receiver, value: amount }
      : {
          to: contract,
          data: encodeFunctionData({ abi: tokenAbi, functionName: 'transfer', args: [receiver, amount] }),
        }),
  });
}
