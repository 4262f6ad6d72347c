/** The process that holds the keys. It verifies every ticket on its own and signs exactly that ticket's payment. */
import { assert } from '@salar/protocol';
import type { AccountId, Millis, Minor, ProductId, Result, TicketId, UserId } from '@salar/protocol';
import type { DepositKeys } from '../deposits/deposit-branches.ts';
import type { ChainFamily, Outpoint, TronReference } from './chain-client.ts';

/** Listed in the order in which the signer checks them. */
export type SignRefusal =
  | 'request_malformed'
  /** The signer does not have the key that made a MAC: the keys are being replaced. */
  | 'mac_key_unknown'
  | 'mac_invalid'
  | 'approval_invalid'
  | 'network_unknown'
  | 'asset_unknown'
  | 'amount_invalid'
  | 'destination_refused'
  | 'fees_too_high'
  | 'inputs_invalid'
  | 'ticket_already_signed'
  | 'nonce_taken'
  | 'inputs_taken'
  | 'approvals_invalid'
  | 'passkey_unknown'
  | 'passkey_too_new'
  | 'passkey_signature_invalid'
  | 'transaction_cap_exceeded'
  | 'hourly_cap_exceeded'
  | 'daily_cap_exceeded'
  | 'customer_cap_exceeded'
  | 'new_receivers_cap_exceeded'
  | 'fee_cap_exceeded';

/** How a payment is built on its network: reserved and stored by the exchange, checked and signed by the signer. */
export type EvmPlan = {
  readonly family: 'evm';
  readonly nonce: number;
  readonly feeMax: bigint;
  readonly feePriority: bigint;
};
/** One of our outputs that a payment spends; its key is identified by branch (`bitcoinBranches`) and index. */
export type BitcoinInput = Outpoint & {
  readonly amount: bigint;
  readonly branch: BitcoinBranch;
  readonly index: number;
};
export type BitcoinBranch = 0 | 1 | 2 | 3 | 5;
/** Inputs equal the payment's net amount, its fee and its change; change 0n means no change output. */
export type BitcoinPlan = {
  readonly family: 'bitcoin';
  readonly inputs: readonly BitcoinInput[];
  readonly fee: bigint;
  readonly change: bigint;
  /** The branch of change in the wallet's key layout. */
  readonly changeBranch: BitcoinBranch;
  readonly changeIndex: number;
};
export type TronPlan = Pick<TronReference, 'refBlockBytes' | 'refBlockHash'> & {
  readonly family: 'tron';
  readonly timestamp: number;
  readonly expiration: number;
  /** Sun. */
  readonly feeLimit: bigint;
};
export type PaymentPlan = EvmPlan | BitcoinPlan | TronPlan;

/** The terms that a withdraw ticket fixes at its creation, covered by its MAC. */
export type TicketTerms = {
  readonly ticketId: TicketId;
  readonly requestCode: string;
  readonly userId: UserId;
  readonly accountId: AccountId;
  readonly productId: ProductId;
  readonly providerId: number;
  readonly chainId: number;
  readonly destination: string;
  readonly amount: Minor;
  readonly fee: Minor;
  readonly createdAt: Millis;
};

/** A person's signature over the text of a payment (`formatPaymentText`). */
export type PaymentApproval = {
  /** The name of a person in the signer's policy. */
  readonly approver: string;
  readonly signature: string;
};

export type SignRequest = {
  readonly ticket: TicketTerms;
  /** Hex; proves that services wrote these terms when the ticket was created. */
  readonly mac: string;
  /** Hex; proves that the ticket passed confirmation and acceptance. */
  readonly approval: string;
  /** For a payment above the automatic caps; empty for any other. */
  readonly approvals: readonly PaymentApproval[];
  /**
   * The signature of a passkey of the customer over the withdrawal's text (`formatWithdrawalText`), as a line of
   * `formatWebauthnAssertion`; missing without one.
   */
  readonly passkeySignature?: string | undefined;
  readonly plan: PaymentPlan;
};

const amountCaps: readonly SignRefusal[] = [
  'hourly_cap_exceeded',
  'daily_cap_exceeded',
  'customer_cap_exceeded',
  'new_receivers_cap_exceeded',
];

/** Returns true when the signer may sign the payment later: an amount of the product fills its cap. */
export function isAmountCap(refusal: SignRefusal): boolean {
  return amountCaps.includes(refusal);
}

/** Returns true when the cap is that of one customer or of new receivers: it may leave room for other payments. */
export function isCapOfSome(refusal: SignRefusal): boolean {
  return refusal === 'customer_cap_exceeded' || refusal === 'new_receivers_cap_exceeded';
}

/**
 * Returns true when the signer may sign the payment later, with lower fees or once it has the key of the tickets' MACs; what it uses
 * stays reserved.
 */
export function isPostponed(refusal: SignRefusal): boolean {
  return refusal === 'fees_too_high' || refusal === 'fee_cap_exceeded' || refusal === 'mac_key_unknown';
}

export type SignedPayment = { readonly raw: string; readonly hash: string };

/**
 * Where the keys of a seed are. In layout 1 those of the hot and gas wallets, and of Bitcoin's change, are below the account
 * whose extended public key the exchange has. In layout 2 each is below a hardened account of its own, whose extended
 * public key is known to no other process.
 */
export type KeyLayout = 1 | 2;

/**
 * The branches of Bitcoin keys, by layout. Branches 0 and 1 are those of the account of deposit addresses, 2 and 3 those of the
 * account of the hot wallet. The hot wallet is index 0 of its branch.
 */
export const bitcoinBranches = { 1: { hot: 0, change: 1 }, 2: { hot: 2, change: 3 } } as const;

/** The place of the house wallet's outputs, in both layouts. It has one address, which its change returns to. */
export const bitcoinHouse = { branch: 5, index: 0 } as const;

/** The wallets of one family of networks. */
export type SignerWallet = DepositKeys & {
  readonly family: ChainFamily;
  readonly keyLayout: KeyLayout;
  readonly hotAddress: string;
  /** Pays for the gas of sweeps; null where nothing is swept. */
  readonly gasAddress: string | null;
  /** Holds the house's own money; absent where that is in the hot wallet. */
  readonly houseAddress?: string;
  /** The wallets before these, whose money goes to them: absent unless a key was replaced. */
  readonly former?: {
    readonly hotAddress: string;
    readonly gasAddress: string | null;
    /** Absent where it is the present one. */
    readonly houseAddress?: string;
  };
};

/** Finds the wallet of a family. @throws when the signer serves no network of it */
export function findWallet(wallets: readonly SignerWallet[], family: ChainFamily): SignerWallet {
  const wallet = wallets.find((candidate) => candidate.family === family);
  assert(wallet !== undefined, `the signer has a wallet of family ${family}`);
  return wallet;
}

/** Lists the hot wallets whose keys the signer has: the present one, and the one before. */
export function listHotAddresses({
  hotAddress,
  former,
}: Pick<SignerWallet, 'hotAddress' | 'former'>): readonly string[] {
  return former === undefined ? [hotAddress] : [hotAddress, former.hotAddress];
}

/** One form of a ticket's payment: of several, at most one can be mined. */
export type SignedForm = {
  /** The transaction's hash on its network. */
  readonly hash: string;
  /** Milliseconds, by the signer's clock. */
  readonly at: number;
};

export interface PaymentRecord {
  /**
   * Lists every form that was ever signed of a ticket's payment, oldest first. The signer keeps this outside the database.
   *
   * @throws SignerUnavailable
   */
  listSigned(ticketId: TicketId): Promise<readonly SignedForm[]>;
}

export interface Signer extends PaymentRecord {
  /** Lists the wallets of the families that this signer serves. */
  identity(): Promise<readonly SignerWallet[]>;
  /** Signs a payment. The same ticket is signed again only if at most one of the two payments can ever be mined. */
  sign(request: SignRequest): Promise<Result<SignedPayment, SignRefusal>>;
}

/** Listed in the order in which they are checked. */
export type ApprovalRefusal =
  | 'request_malformed'
  | 'mac_key_unknown'
  | 'mac_invalid'
  | 'product_without_approvals'
  | 'approver_unknown'
  | 'signature_outdated'
  | 'signature_invalid';

export type ApprovalRequest = Pick<SignRequest, 'ticket' | 'mac'> & { readonly approval: PaymentApproval };

export interface ApprovalVerifier {
  /**
   * Verifies one person's approval of a payment. Nothing is remembered: the approvals are part of the request to sign.
   *
   * @returns the number of people who must sign the payment
   */
  verifyApproval(request: ApprovalRequest): Promise<Result<{ readonly required: number }, ApprovalRefusal>>;
}

/**
 * A transfer between our own addresses. The caller never chooses the target: a sweep goes from a deposit address to the hot
 * wallet, gas from the gas wallet to a deposit address, a refill from the hot wallet to the gas wallet, and `cold` from the hot
 * wallet to the cold storage of the signer's own policy. A `relay` is paid for by the gas wallet: it has that cold storage make a
 * payment to the hot wallet, which the owners of cold storage have signed. `carry_hot`,
 * `carry_gas` and `carry_house` go from the wallet before a change of keys to the present one. `to_house` goes from the hot wallet to the house
 * wallet, `from_house` back.
 */
export type MoveRequest = EvmMoveRequest | TronMoveRequest | PlannedMoveRequest;

type MoveFields<Plan> = {
  readonly chainId: number;
  /** Minor units that the receiver gets: of the product where the request names it, of the network's coin otherwise. */
  readonly amount: bigint;
  readonly plan: Plan;
};
/** A move between our own addresses whose both ends the signer finds. */
export type OwnMove =
  | { readonly kind: 'sweep'; readonly productId: ProductId; readonly index: number }
  | { readonly kind: 'gas'; readonly index: number }
  | { readonly kind: 'refill' }
  | { readonly kind: 'cold'; readonly productId: ProductId }
  | { readonly kind: 'carry_hot' | 'carry_house' | 'to_house' | 'from_house'; readonly productId: ProductId }
  | { readonly kind: 'carry_gas' };

export type EvmMoveRequest = MoveFields<EvmPlan> &
  (
    | OwnMove
    | {
        readonly kind: 'relay';
        readonly productId: ProductId;
        /** The owners' signatures, in hex, as the contract expects them. */
        readonly signatures: string;
      }
  );

/** On TRON cold storage sends its payments without us, so nothing is relayed. */
export type TronMoveRequest = MoveFields<TronPlan> & OwnMove;

/**
 * Between the wallets of a Bitcoin network. The plan names outputs of the sender, whose change returns to it. A sweep brings
 * outputs of deposit addresses to the hot wallet, without change.
 */
export type PlannedMoveRequest = MoveFields<BitcoinPlan> & {
  readonly kind: PlannedMoveKind;
  readonly productId: ProductId;
};
export type PlannedMoveKind = 'cold' | 'to_house' | 'from_house' | 'carry_house' | 'sweep';

/** A move of a network's coin to cold storage, or between the wallets of a Bitcoin network, burns at most this part of its amount. */
export const coldFeeDivisor = 20n;

/** Listed in the order in which they are checked. */
export type MoveRefusal = Extract<
  SignRefusal,
  | 'request_malformed'
  | 'network_unknown'
  | 'asset_unknown'
  | 'amount_invalid'
  | 'destination_refused'
  | 'fees_too_high'
  | 'inputs_invalid'
  | 'nonce_taken'
  | 'inputs_taken'
  | 'transaction_cap_exceeded'
  | 'hourly_cap_exceeded'
  | 'daily_cap_exceeded'
  | 'fee_cap_exceeded'
>;

/** The gas limit of each kind of transaction: it burns at most this times the fee. */
export const moveGas = {
  coin: 21_000n,
  token: 120_000n,
  /** The coin to cold storage, which may be a contract that records what it receives. */
  coldCoin: 60_000n,
  /** A payment of cold storage, which verifies the signatures of its owners. */
  relay: 300_000n,
} as const;

/** The most sun that a transfer of TRON's coin burns: for bandwidth, and for a receiver that is new to the network. */
export const tronCoinFeeMax = 2_000_000n;

export interface MoveSigner {
  /** Signs a move. The same sender and nonce is signed again only for the same move, with other fees or another amount. */
  move(request: MoveRequest): Promise<Result<SignedPayment, MoveRefusal>>;
}

export class SignerUnavailable extends Error {
  override readonly name = 'SignerUnavailable';
  readonly canRetry = true;
}
