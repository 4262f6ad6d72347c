/**
 * Decides and signs. It trusts no caller: the ticket's MACs, the destination, the caps and its own log of what was
 * signed before are checked here, whatever the exchange has checked already (security rule C3).
 *
 * Whether a destination is one of our deposit addresses is left to the exchange: only it has the list of indexes in
 * use.
 */
import { accept, refuse } from '@salar/protocol';
import type { ProductId, Result } from '@salar/protocol';
import { computeApproval, computeTicketMac, isSameMac } from '@salar/services/crypto/ticket-macs';
import type {
  PaymentCaps,
  SignedPayment,
  Signer,
  SignRefusal,
  SignRequest,
  SignerWallet,
  TicketTerms,
} from '@salar/services';
import { Mutex } from 'async-mutex';
import type { SignerNetwork } from '@salar/adapters/signer/signer-policy';
import type { Families } from '../families/open-families.ts';
import { dayMs, hourMs } from './signing-log.ts';
import type { Added, SignedEntry, SigningLog } from './signing-log.ts';

export class TicketSigner implements Signer {
  readonly #families: Families;
  readonly #networks: readonly SignerNetwork[];
  readonly #caps: readonly PaymentCaps[];
  readonly #macKey: Uint8Array;
  readonly #log: SigningLog;
  readonly #clock: () => number;
  readonly #mutex = new Mutex();

  constructor(options: {
    families: Families;
    networks: readonly SignerNetwork[];
    caps: readonly PaymentCaps[];
    ticketMacKey: Uint8Array;
    log: SigningLog;
    clock: () => number;
  }) {
    this.#families = options.families;
    this.#networks = options.networks;
    this.#caps = options.caps;
    this.#macKey = options.ticketMacKey;
    this.#log = options.log;
    this.#clock = options.clock;
  }

  async identity(): Promise<readonly SignerWallet[]> {
    return [...this.#families.values()].map(({ wallet }) => wallet);
  }

  /** Serialised: what one request claims must be visible to the next. */
  sign(request: SignRequest): Promise<Result<SignedPayment, SignRefusal>> {
    return this.#mutex.runExclusive(() => this.#decide(request));
  }

  async #decide({ ticket, mac, approval, plan }: SignRequest): Promise<Result<SignedPayment, SignRefusal>> {
    const { ticketId, chainId, productId, destination } = ticket;
    const mark = Buffer.from(mac, 'hex');
    if (!isSameMac(computeTicketMac(this.#macKey, ticket), mark)) return refuse('mac_invalid');
    if (!isSameMac(computeApproval(this.#macKey, mark), Buffer.from(approval, 'hex')))
      return refuse('approval_invalid');
    const network = this.#networks.find((candidate) => candidate.chainId === chainId);
    const family = network && this.#families.get(network.family);
    if (network === undefined || family === undefined) return refuse('network_unknown');
    const asset = network.assets.find((candidate) => candidate.productId === productId);
    if (asset === undefined) return refuse('asset_unknown');
    const net = ticket.amount - ticket.fee;
    if (net < family.netMin || ticket.fee < 0n) return refuse('amount_invalid');
    if (!family.mayReceive(destination) || this.#isContract(destination))
      return refuse('destination_refused');
    const prepared = family.prepare({ chainId, asset, destination, net, plan });
    if (!prepared.ok) return prepared;
    const { claims } = prepared.value;
    const before = this.#log.listForTicket(ticketId);
    const isExclusive = before.every(
      (entry) =>
        isSamePayment(entry, { chainId, productId, destination, net }) &&
        family.excludes(entry.claims, claims, this.#clock()),
    );
    if (!isExclusive) return refuse('ticket_already_signed');
    if (this.#log.isTaken(chainId, ticketId, claims)) return refuse(family.takenRefusal);
    const entry = {
      ticketId,
      chainId,
      productId,
      destination,
      net: net.toString(),
      burnt: prepared.value.burnt.toString(),
      claims,
    };
    const capped = this.#checkCaps(network, productId, net, this.#log.computeAdded(entry));
    if (!capped.ok) return capped;

    // Nothing below is refused.
    const signed = await prepared.value.sign();
    this.#log.append({ ...entry, hash: signed.hash, at: this.#clock() });
    return accept(signed);
  }

  #isContract(destination: string): boolean {
    return this.#networks.some(({ assets }) => assets.some(({ contract }) => contract === destination));
  }

  /** A form that adds nothing passes even when the caps are full: after a crash the same bytes are requested again. */
  #checkCaps(
    { chainId, paymentFees }: SignerNetwork,
    productId: ProductId,
    net: bigint,
    added: Added,
  ): Result<null, SignRefusal> {
    const caps = this.#caps.find(
      (candidate) => candidate.chainId === chainId && candidate.productId === productId,
    );
    if (caps === undefined || net > caps.perTransaction) return refuse('transaction_cap_exceeded');
    const now = this.#clock();
    const paid = (ms: number) => this.#log.sumPaid(chainId, productId, now - ms) + added.net;
    if (added.net > 0n && paid(hourMs) > caps.perHour) return refuse('hourly_cap_exceeded');
    if (added.net > 0n && paid(dayMs) > caps.perDay) return refuse('daily_cap_exceeded');
    const burnt = (ms: number) => this.#log.sumBurnt(chainId, now - ms) + added.burnt;
    const isOver = burnt(hourMs) > paymentFees.perHour || burnt(dayMs) > paymentFees.perDay;
    return added.burnt > 0n && isOver ? refuse('fee_cap_exceeded') : accept(null);
  }
}

/** Returns true when a ticket's earlier signature paid the same receiver the same amount of the same product. */
function isSamePayment(
  before: SignedEntry,
  now: Pick<TicketTerms, 'chainId' | 'productId' | 'destination'> & { readonly net: bigint },
): boolean {
  return (
    before.chainId === now.chainId &&
    before.productId === now.productId &&
    before.destination === now.destination &&
    BigInt(before.net) === now.net
  );
}
