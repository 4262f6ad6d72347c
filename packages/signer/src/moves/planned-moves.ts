/**
 * Signs moves on networks whose payments have a plan instead of a nonce: from the hot wallet to the cold storage of the policy, from
 * deposit addresses to the hot wallet, and between the hot wallet and the house wallet. No caller names a receiver, and the inputs must be outputs of the sender, so the worst
 * a compromised exchange can do here is to burn fees and to shift our money between our wallets; fees count in the caps of the
 * network's payments.
 *
 * An output that was signed for a payment is never used by a move, and the other way round. Of two moves with the same output
 * one is mined, and both bring it to the same place.
 */
import { accept, assertNever, refuse } from '@salar/protocol';
import type { Result } from '@salar/protocol';
import { coldFeeDivisor } from '@salar/services/ports/chain-signer';
import type { MoveRefusal, PlannedMoveRequest, SignedPayment } from '@salar/services';
import type { SignerNetwork } from '@salar/adapters/signer/signer-policy';
import {
  deriveColdOutput,
  coldIndex,
  parseColdDescriptor,
} from '@salar/adapters/chain-bitcoin/cold-descriptor';
import type { FamilySigning, Payment } from '../families/family-signing.ts';
import type { Families } from '../families/open-families.ts';
import { dayMs, hourMs } from '../payments/signing-log.ts';
import type { PlannedMoveLog } from './planned-move-log.ts';

/** Where a move goes, and the wallet that it comes from. */
type Ends = Pick<Payment, 'destination' | 'sender'>;

export class PlannedMoves {
  readonly #families: Families;
  readonly #networks: readonly SignerNetwork[];
  /** Addresses of cold storage, by chain. */
  readonly #coldAddresses: ReadonlyMap<number, string>;
  readonly #log: PlannedMoveLog;
  readonly #clock: () => number;
  readonly #runExclusive: RunExclusive;

  /** @param options.runExclusive  that of the payments: what one request claims must be visible to the next */
  constructor(options: {
    families: Families;
    networks: readonly SignerNetwork[];
    log: PlannedMoveLog;
    clock: () => number;
    runExclusive: RunExclusive;
  }) {
    this.#families = options.families;
    this.#networks = options.networks;
    this.#coldAddresses = new Map(options.networks.flatMap(findColdAddress));
    this.#log = options.log;
    this.#clock = options.clock;
    this.#runExclusive = options.runExclusive;
  }

  move(request: PlannedMoveRequest): Promise<Result<SignedPayment, MoveRefusal>> {
    return this.#runExclusive(() => this.#decide(request));
  }

  async #decide(request: PlannedMoveRequest): Promise<Result<SignedPayment, MoveRefusal>> {
    const { kind, chainId, productId, amount, plan } = request;
    const network = this.#networks.find((candidate) => candidate.chainId === chainId);
    const family = network && this.#families.get(network.family);
    if (network === undefined || family === undefined || network.family !== plan.family)
      return refuse('network_unknown');
    const asset = network.assets.find((candidate) => candidate.productId === productId);
    if (asset === undefined) return refuse('asset_unknown');
    if (amount < family.netMin) return refuse('amount_invalid');
    const ends = this.#findEnds(request, family);
    if (ends === null) return refuse('destination_refused');
    const now = this.#clock();
    const prepared = family.prepare({ chainId, asset, ...ends, net: amount, plan, now });
    if (!prepared.ok) return prepared;
    const { claims, burnt } = prepared.value;
    if (asset.contract === null && burnt * coldFeeDivisor > amount) return refuse('fees_too_high');
    await this.#log.ready();
    const added = this.#log.computeAdded({ kind, chainId, claims, burnt });
    if (added === null) return refuse('inputs_taken');
    const sum = (ms: number) => this.#log.sumBurnt(chainId, now - ms) + added;
    const { perHour, perDay } = network.paymentFees;
    if (added > 0n && (sum(hourMs) > perHour || sum(dayMs) > perDay)) return refuse('fee_cap_exceeded');

    // Nothing below is refused.
    const signed = await prepared.value.sign();
    const entry = { kind, chainId, productId, amount, claims, burnt, added, hash: signed.hash, at: now };
    await this.#log.append(entry);
    return accept(signed);
  }

  /** Returns null when there is no such wallet or cold storage, or when both ends are one wallet. */
  #findEnds(
    { kind, chainId }: Pick<PlannedMoveRequest, 'kind' | 'chainId'>,
    family: FamilySigning,
  ): Ends | null {
    const { hotAddress, houseAddress, former } = family.wallet;
    if (kind === 'cold') {
      const destination = this.#coldAddresses.get(chainId);
      return destination === undefined || !family.mayReceive(destination) ? null : { destination };
    }
    if (kind === 'sweep') return { destination: hotAddress, sender: 'deposit' };
    if (houseAddress === undefined || houseAddress === hotAddress) return null;
    switch (kind) {
      case 'to_house':
        return { destination: houseAddress };
      case 'from_house':
        return { destination: hotAddress, sender: 'house' };
      case 'carry_house':
        return former?.houseAddress === undefined
          ? null
          : { destination: houseAddress, sender: 'former-house' };
      default:
        return assertNever(kind);
    }
  }
}

type RunExclusive = <T>(run: () => Promise<T>) => Promise<T>;

/** Derives the address of a network's cold storage. */
function findColdAddress(network: SignerNetwork): readonly (readonly [chainId: number, address: string])[] {
  if (network.family !== 'bitcoin' || network.coldDescriptor === undefined) return [];
  const descriptor = parseColdDescriptor(network.coldDescriptor, network.kind);
  return [[network.chainId, deriveColdOutput(descriptor, coldIndex).address]];
}
