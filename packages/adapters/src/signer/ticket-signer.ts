/**
 * Decides and signs. It trusts no caller: the ticket's MACs, the destination, the caps and its own log of what was
 * signed before are checked here, whatever the exchange has checked already (security rule C3).
 *
 * Whether a destination is one of our deposit addresses is left to the exchange: only it has the list of indexes in
 * use.
 */
import { accept, assert, assertNever, refuse } from '@salar/protocol';
import type { ProductId, Result } from '@salar/protocol';
import { computeApproval, computeTicketMac, isSameMac } from '@salar/services/crypto/ticket-macs';
import type {
  ChainFamily,
  PaymentCaps,
  SignedPayment,
  Signer,
  SignRefusal,
  SignRequest,
  SignerWallet,
  TicketTerms,
} from '@salar/services';
import type { HDKey } from '@scure/bip32';
import { Mutex } from 'async-mutex';
import { BitcoinSigning } from './bitcoin-signing.ts';
import { EvmSigning } from './evm-signing.ts';
import type { FamilySigning, PreparedPayment, SignerNetwork } from './family-signing.ts';
import type { SigningLog } from './signing-log.ts';
import { TronSigning } from './tron-signing.ts';

export class TicketSigner implements Signer {
  readonly #families: ReadonlyMap<ChainFamily, FamilySigning>;
  readonly #networks: readonly SignerNetwork[];
  readonly #caps: readonly PaymentCaps[];
  readonly #macKey: Uint8Array;
  readonly #log: SigningLog;
  readonly #clock: () => number;
  readonly #mutex = new Mutex();

  constructor(options: {
    root: HDKey;
    networks: readonly SignerNetwork[];
    caps: readonly PaymentCaps[];
    ticketMacKey: Uint8Array;
    log: SigningLog;
    clock: () => number;
  }) {
    this.#families = openFamilies(options.root, options.networks);
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
      (entry) => entry.chainId === chainId && family.excludes(entry.claims, claims, this.#clock()),
    );
    if (!isExclusive) return refuse('ticket_already_signed');
    if (this.#log.isTaken(chainId, ticketId, claims)) return refuse(family.takenRefusal);
    const isForm = this.#log.isForm(ticketId, claims);
    const capped = isForm ? accept(null) : this.#checkCaps(chainId, productId, net);
    if (!capped.ok) return capped;

    // Nothing below is refused.
    return accept(await this.#signAndLog(ticket, net, prepared.value));
  }

  #isContract(destination: string): boolean {
    return this.#networks.some(({ assets }) => assets.some(({ contract }) => contract === destination));
  }

  #checkCaps(chainId: number, productId: ProductId, net: bigint): Result<null, SignRefusal> {
    const caps = this.#caps.find(
      (candidate) => candidate.chainId === chainId && candidate.productId === productId,
    );
    if (caps === undefined || net > caps.perTransaction) return refuse('transaction_cap_exceeded');
    const inHour = this.#log.sumLastHour(chainId, productId, this.#clock());
    return inHour + net > caps.perHour ? refuse('hourly_cap_exceeded') : accept(null);
  }

  async #signAndLog(
    { ticketId, chainId, productId, destination }: TicketTerms,
    net: bigint,
    prepared: PreparedPayment,
  ): Promise<SignedPayment> {
    const signed = await prepared.sign();
    const { hash } = signed;
    const { claims } = prepared;
    const at = this.#clock();
    this.#log.append({ ticketId, chainId, productId, net: net.toString(), destination, hash, at, claims });
    return signed;
  }
}

/** Opens the families whose networks are served, each once. */
function openFamilies(
  root: HDKey,
  networks: readonly SignerNetwork[],
): ReadonlyMap<ChainFamily, FamilySigning> {
  const kinds = new Set(networks.flatMap((network) => (network.family === 'bitcoin' ? [network.kind] : [])));
  assert(kinds.size <= 1, 'a signer serves one kind of Bitcoin network: main, testnet or regtest');
  const families = new Map<ChainFamily, FamilySigning>();
  for (const network of networks) {
    if (families.has(network.family)) continue;
    families.set(network.family, openFamily(root, network));
  }
  return families;
}

function openFamily(root: HDKey, network: SignerNetwork): FamilySigning {
  switch (network.family) {
    case 'evm':
      return new EvmSigning(root);
    case 'bitcoin':
      return new BitcoinSigning(root, network.kind);
    case 'tron':
      return new TronSigning(root);
    default:
      return assertNever(network);
  }
}
