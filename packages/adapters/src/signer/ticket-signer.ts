/**
 * Decides and signs. It trusts no caller: the ticket's marks, the destination, the caps and its own log of what was signed
 * before are checked here, whatever the exchange has checked already (security rule C3).
 *
 * Whether a destination is a deposit address of ours is left to the exchange: only it knows which indexes are in use.
 */
import { accept, refuse } from '@salar/protocol';
import type { ProductId, Result } from '@salar/protocol';
import { approvalOfTicket, macOfTicket, sameMac } from '@salar/services/withdrawals/ticket-facts';
import type {
  NetworkAsset,
  PaymentCaps,
  SignedPayment,
  Signer,
  SignRefusal,
  SignRequest,
  SignerWallet,
  TicketFacts,
} from '@salar/services';
import type { HDKey } from '@scure/bip32';
import { encodeFunctionData, keccak256, parseAbi } from 'viem';
import type { Address, Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import type { PrivateKeyAccount } from 'viem/accounts';
import { evmAccountPath, evmAddresses, hotWalletIndex, parseEvmAddress } from '../chain-evm/evm-addresses.ts';
import type { SigningLog } from './signing-log.ts';

export type SignerNetwork = { readonly chainId: number; readonly assets: readonly NetworkAsset[] };

/** Unused gas is not paid for, so the caps leave room for receivers that are contracts. */
const coinGas = 60_000n;
const tokenGas = 120_000n;
/** 2,000 gwei per gas: beyond it a fee is a mistake or an attack. */
const feeMaxLimit = 2_000n * 10n ** 9n;

const tokenAbi = parseAbi(['function transfer(address to, uint256 value)']);

export class TicketSigner implements Signer {
  readonly #account: PrivateKeyAccount;
  readonly #xpub: string;
  readonly #networks: readonly SignerNetwork[];
  readonly #caps: readonly PaymentCaps[];
  readonly #macKey: Uint8Array;
  readonly #log: SigningLog;
  readonly #clock: () => number;

  constructor(options: {
    root: HDKey;
    networks: readonly SignerNetwork[];
    caps: readonly PaymentCaps[];
    ticketMacKey: Uint8Array;
    log: SigningLog;
    clock: () => number;
  }) {
    const account = options.root.derive(evmAccountPath);
    const { privateKey } = account.deriveChild(0).deriveChild(hotWalletIndex);
    if (privateKey === null) throw new Error('the seed gives no private key');
    this.#account = privateKeyToAccount(`0x${Buffer.from(privateKey).toString('hex')}`);
    this.#xpub = account.publicExtendedKey;
    this.#networks = options.networks;
    this.#caps = options.caps;
    this.#macKey = options.ticketMacKey;
    this.#log = options.log;
    this.#clock = options.clock;
  }

  async identity(): Promise<readonly SignerWallet[]> {
    return [{ family: 'evm', xpub: this.#xpub, hotAddress: this.#account.address, gasAddress: null }];
  }

  async sign(request: SignRequest): Promise<Result<SignedPayment, SignRefusal>> {
    const { ticket, plan } = request;
    if (plan.family !== 'evm') return refuse('request_malformed');
    const { nonce, feeMax, feePriority } = plan;
    const mac = Buffer.from(request.mac, 'hex');
    if (!sameMac(macOfTicket(this.#macKey, ticket), mac)) return refuse('mac_invalid');
    const approval = Buffer.from(request.approval, 'hex');
    if (!sameMac(approvalOfTicket(this.#macKey, mac), approval)) return refuse('approval_invalid');
    const network = this.#networks.find((candidate) => candidate.chainId === ticket.chainId);
    if (network === undefined) return refuse('network_unknown');
    const asset = network.assets.find((candidate) => candidate.productId === ticket.productId);
    if (asset === undefined) return refuse('asset_unknown');
    const net = ticket.amount - ticket.fee;
    if (net <= 0n || ticket.fee < 0n) return refuse('amount_invalid');
    if (!this.#mayReceive(ticket.destination)) return refuse('destination_refused');
    if (feeMax > feeMaxLimit || feePriority > feeMax) return refuse('fees_too_high');
    const before = this.#log.ofTicket(ticket.ticketId);
    const isOther = before !== undefined && (before.chainId !== ticket.chainId || before.nonce !== nonce);
    if (isOther) return refuse('ticket_already_signed');
    const holder = this.#log.ticketOfNonce(ticket.chainId, nonce);
    if (holder !== undefined && holder !== ticket.ticketId) return refuse('nonce_taken');
    const capped =
      before === undefined ? this.#checkCaps(ticket.chainId, ticket.productId, net) : accept(null);
    if (!capped.ok) return capped;

    // Nothing below is refused.
    const to = ticket.destination as Address;
    const raw = await this.#account.signTransaction({
      type: 'eip1559',
      chainId: ticket.chainId,
      nonce,
      maxFeePerGas: feeMax,
      maxPriorityFeePerGas: feePriority,
      ...(asset.contract === null
        ? { to, value: net, gas: coinGas }
        : {
            to: asset.contract as Address,
            data: encodeFunctionData({ abi: tokenAbi, functionName: 'transfer', args: [to, net] }),
            gas: tokenGas,
          }),
    });
    return accept(this.#logged(ticket, nonce, net, raw));
  }

  #mayReceive(destination: string): boolean {
    if (parseEvmAddress(destination) !== destination) return false;
    const isContract = this.#networks.some((network) =>
      network.assets.some((asset) => asset.contract === destination),
    );
    return (
      !isContract && destination !== this.#account.address && !evmAddresses(this.#xpub).isBurn(destination)
    );
  }

  #checkCaps(chainId: number, productId: ProductId, net: bigint): Result<null, SignRefusal> {
    const caps = this.#caps.find(
      (candidate) => candidate.chainId === chainId && candidate.productId === productId,
    );
    if (caps === undefined || net > caps.perTransaction) return refuse('transaction_cap_exceeded');
    const inHour = this.#log.sumOfHour(chainId, productId, this.#clock());
    return inHour + net > caps.perHour ? refuse('hourly_cap_exceeded') : accept(null);
  }

  #logged(ticket: TicketFacts, nonce: number, net: bigint, raw: Hex): SignedPayment {
    const hash = keccak256(raw);
    const { ticketId, chainId, productId, destination } = ticket;
    const at = this.#clock();
    this.#log.append({ ticketId, chainId, nonce, productId, net: net.toString(), destination, hash, at });
    return { raw, hash };
  }
}
