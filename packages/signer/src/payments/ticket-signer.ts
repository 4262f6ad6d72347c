/**
 * Decides and signs. It trusts no caller: the ticket's MACs, the destination, the caps, the signatures of customers and approvers
 * that raise them, and its own log of what was signed before are checked here, whatever the exchange has checked already
 * (security rule C3).
 *
 * Whether a destination is one of our deposit addresses is left to the exchange: only it has the list of indexes in
 * use.
 */
import { accept, refuse } from '@salar/protocol';
import type { Result, TicketId } from '@salar/protocol';
import { hasMacKey, isMac, readMacKeyId } from '@salar/services/crypto/mac-keys';
import type { MacKey } from '@salar/services/crypto/mac-keys';
import { computeApproval, computeTicketMac } from '@salar/services/crypto/ticket-macs';
import type {
  ApprovalRefusal,
  ApprovalRequest,
  ApprovalVerifier,
  PaymentCaps,
  SignedForm,
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
import type { WithdrawalSignatures } from '../passkeys/withdrawal-signatures.ts';
import type { ApprovalRules } from './payment-approvals.ts';
import { CapCheck } from './payment-caps.ts';
import { PaymentLanes } from './payment-lanes.ts';
import { sharesClaim } from './signing-log.ts';
import type { PaymentLane, SignedEntry, SigningLog } from './signing-log.ts';

export class TicketSigner implements Signer, ApprovalVerifier {
  readonly #families: Families;
  readonly #networks: readonly SignerNetwork[];
  readonly #caps: CapCheck;
  readonly #lanes: PaymentLanes;
  readonly #macKey: MacKey;
  readonly #log: SigningLog;
  readonly #clock: () => number;
  readonly #mutex = new Mutex();

  constructor(options: {
    families: Families;
    networks: readonly SignerNetwork[];
    caps: readonly PaymentCaps[];
    approvals: ApprovalRules | null;
    /** Missing: withdrawals signed with passkeys are paid as any other. */
    signatures?: WithdrawalSignatures | null;
    /** All keys that the exchange may use: each MAC names its own. */
    ticketMacKey: MacKey;
    log: SigningLog;
    clock: () => number;
  }) {
    this.#families = options.families;
    this.#networks = options.networks;
    this.#caps = new CapCheck(options);
    this.#lanes = new PaymentLanes({
      ...options,
      caps: this.#caps,
      signatures: options.signatures ?? null,
    });
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

  /** Runs a request of another kind when no payment is being decided, because both use the same outputs and caps. */
  runExclusive<T>(run: () => Promise<T>): Promise<T> {
    return this.#mutex.runExclusive(run);
  }

  /** Waits for the request in progress, which may sign for this ticket. */
  listSigned(ticketId: TicketId): Promise<readonly SignedForm[]> {
    return this.#mutex.runExclusive(async () => {
      await this.#log.ready();
      return this.#log.listForTicket(ticketId).map(({ hash, at }) => ({ hash, at }));
    });
  }

  async verifyApproval({
    ticket,
    mac,
    approval,
  }: ApprovalRequest): Promise<Result<{ readonly required: number }, ApprovalRefusal>> {
    const mark = Buffer.from(mac, 'hex');
    if (!this.#hasKeyOf(mark)) return refuse('mac_key_unknown');
    if (!this.#isMac(mark, (key) => computeTicketMac(key, ticket))) return refuse('mac_invalid');
    const product = this.#lanes.findApprovable(ticket);
    const { approvals } = this.#lanes;
    if (product === null || approvals === null) return refuse('product_without_approvals');
    return approvals.verify(ticket, product, approval);
  }

  /** Returns true also for bytes that are no MAC: they are refused as a wrong one. */
  #hasKeyOf(mac: Uint8Array): boolean {
    const id = readMacKeyId(mac);
    return id === 0 || hasMacKey(this.#macKey, id);
  }

  #isMac(mac: Uint8Array, compute: (key: MacKey) => Uint8Array): boolean {
    return isMac(this.#macKey, mac, compute);
  }

  async #decide(request: SignRequest): Promise<Result<SignedPayment, SignRefusal>> {
    const { ticket, mac, approval, plan } = request;
    const { ticketId, chainId, productId, destination, userId } = ticket;
    const mark = Buffer.from(mac, 'hex');
    const consent = Buffer.from(approval, 'hex');
    if (!this.#hasKeyOf(mark) || !this.#hasKeyOf(consent)) return refuse('mac_key_unknown');
    if (!this.#isMac(mark, (key) => computeTicketMac(key, ticket))) return refuse('mac_invalid');
    if (!this.#isMac(consent, (key) => computeApproval(key, mark))) return refuse('approval_invalid');
    const network = this.#networks.find((candidate) => candidate.chainId === chainId);
    const family = network && this.#families.get(network.family);
    if (network === undefined || family === undefined) return refuse('network_unknown');
    const asset = network.assets.find((candidate) => candidate.productId === productId);
    if (asset === undefined) return refuse('asset_unknown');
    const net = ticket.amount - ticket.fee;
    if (net < family.netMin || ticket.fee < 0n) return refuse('amount_invalid');
    if (!family.mayReceive(destination) || this.#isContract(destination))
      return refuse('destination_refused');
    const prepared = family.prepare({ chainId, asset, destination, net, plan, now: this.#clock() });
    if (!prepared.ok) return prepared;
    const { claims } = prepared.value;
    await this.#log.ready();
    const before = this.#log.listForTicket(ticketId);
    const isExclusive = before.every(
      (entry) =>
        isSamePayment(entry, { chainId, productId, destination, net }) &&
        family.excludes(entry.claims, claims, this.#clock()),
    );
    if (!isExclusive) return refuse('ticket_already_signed');
    if (this.#log.isTaken(chainId, ticketId, claims)) return refuse(family.takenRefusal);
    const lane = await this.#chooseLane(request, before, claims);
    if (!lane.ok) return lane;
    const entry = {
      ticketId,
      chainId,
      productId,
      destination,
      net: net.toString(),
      burnt: prepared.value.burnt.toString(),
      claims,
      lane: lane.value,
      userId,
      isReceiverNew: this.#caps.isNew(ticket),
    };
    const payment = { productId, userId, destination, net, lane: lane.value };
    const capped = this.#caps.check(network, payment, this.#log.computeAdded(entry));
    if (!capped.ok) return capped;

    // Nothing below is refused.
    const signed = await prepared.value.sign();
    await this.#log.append({ ...entry, hash: signed.hash, at: this.#clock() });
    return accept(signed);
  }

  /** Another form of a payment that was signed adds nothing to what was paid: it stays in the lane of the first. */
  async #chooseLane(
    request: SignRequest,
    before: readonly SignedEntry[],
    claims: SignedEntry['claims'],
  ): Promise<Result<PaymentLane, SignRefusal>> {
    const form = before.find((one) => sharesClaim(one.claims, claims));
    return form === undefined ? this.#lanes.choose(request) : accept(form.lane);
  }

  #isContract(destination: string): boolean {
    return this.#networks.some(({ assets }) => assets.some(({ contract }) => contract === destination));
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
