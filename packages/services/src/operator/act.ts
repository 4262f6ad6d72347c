/** Types of operators' acts: parameters, refusals, and the preview shown before anything is done. */
import type { ProductDefinition } from '@salar/engine';
import type { Minor, ProductId, UserId } from '@salar/protocol';
import type { ApprovalVerifier } from '../ports/chain-signer.ts';
import type { ConfirmedPrices } from '../liquidity/confirmed-prices.ts';
import type { UserRecords } from '../accounts/user-records.ts';
import type { ColdStorage } from '../ports/cold-storage.ts';
import type { EnginePort } from '../ports/engine-port.ts';
import type { WalletComparisons } from '../reconciliation/wallet-comparisons.ts';
import type { FactorResets } from '../second-factor/factor-resets.ts';
import type { AccountLocks } from '../sign-in/account-locks.ts';
import type { HouseShares } from '../sweeps/house-shares.ts';
import type { HouseWallet } from '../tickets/chain-access.ts';
import type { NetworkSettings } from '../tickets/networks.ts';
import type { LevelRequests } from '../verification/level-requests.ts';
import type { VerificationService } from '../verification/verification-service.ts';
import type { StepContext } from '../withdrawals/withdrawal-steps.ts';
import type { AttachedFile } from './attached-file.ts';
import type { DecisionRecord } from './decision-record.ts';
import type { Operator, OperatorRegistry } from './operator-registry.ts';

/** The dependencies of acts. */
export type ActContext = Omit<StepContext, 'ledger'> & {
  readonly ledger: Pick<EnginePort, 'read' | 'submit'> & {
    /** Definitions of products never change; everything else is read durably. */
    readonly undurable: { product(id: ProductId): ProductDefinition | undefined };
  };
  readonly networks: readonly Pick<NetworkSettings, 'chainId' | 'name' | 'assets'>[];
  /** @throws TicketsNotReady until chains and signer are up */
  readonly wallets: () => readonly HouseWallet[];
  readonly houseShares: Pick<HouseShares, 'readBooks' | 'sumHeld'>;
  /** @throws TicketsNotReady until chains and signer are up */
  readonly approvals: () => ApprovalVerifier;
  /** By chain id. @throws TicketsNotReady until chains and signer are up */
  readonly coldStorages: () => ReadonlyMap<number, ColdStorage>;
  /** Which reference prices are trusted. */
  readonly prices: Pick<ConfirmedPrices, 'judge' | 'find' | 'findCapPrice' | 'setByOperators'>;
  readonly comparisons: Pick<WalletComparisons, 'find' | 'note'>;
  /** The newest alerts, newest first. */
  readonly alerts: () => readonly LoggedAlert[];
  readonly operators: OperatorRegistry;
  readonly customers: UserRecords;
  readonly decisions: DecisionRecord;
  /** The host name of the exchange. */
  readonly installation: string;
  readonly levelRequests: LevelRequests;
  readonly levels: Pick<VerificationService, 'grant' | 'take'>;
  readonly factorResets: FactorResets;
  readonly locks: Pick<AccountLocks, 'lockByOperator' | 'openByOperator'>;
  readonly limits: OperatorLimits;
  /** The file of the present request. */
  readonly attached: Pick<AttachedFile, 'read'>;
};

/** An alert that the log has since the start. */
export type LoggedAlert = {
  readonly at: number;
  readonly text: string;
  /** The fields of the log line, as JSON. */
  readonly details: string;
};

/** Limits in minor units of the notional product (COP). */
export type OperatorLimits = {
  /** A withdrawal needs two operators when it is worth more, together with what was accepted for the customer by single operators within 24 hours. */
  readonly acceptAlone: Minor;
  /** The most that one operator accepts alone within 24 hours. */
  readonly acceptAlonePerDay: Minor;
  /** The most that all operators together accept, book from bank statements and report of payouts alone within 24 hours. */
  readonly aloneTotalPerDay: Minor;
  /** A booking from a bank statement of a higher value needs two operators. */
  readonly bankCreditAlone: Minor;
  /** The most by which balances may be adjusted within any 24 hours. */
  readonly adjustPerDay: Minor;
};

/** Parameters by name, as they were typed. */
export type Params = Readonly<Record<string, string>>;
/** Lines of a preview or an answer: label to text. */
export type ActDetails = Readonly<Record<string, string>>;
export type Row = Readonly<Record<string, string>>;

export type Answer = {
  readonly ok: true;
  /** One sentence. */
  readonly text: string;
  readonly facts?: ActDetails;
  readonly rows?: readonly Row[];
  /** True when what was read is not as it should be: the command ends with status 1. */
  readonly needsAttention?: boolean;
  /** A file that the operator's command line writes, under this name. */
  readonly file?: { readonly name: string; readonly base64: string };
  /** The digest of the preview: sent back with the confirmation. */
  readonly seen?: string;
};

export type OperatorRefusal =
  | 'command_unknown'
  | 'params_wrong'
  | 'not_signed_in'
  | 'wrong_installation'
  | 'clock_differs'
  | 'request_repeated'
  | 'session_needed'
  | 'code_wrong'
  | 'not_permitted'
  | 'not_found'
  | 'not_possible'
  | 'amount_wrong'
  | 'own_account'
  | 'facts_changed'
  | 'needs_another'
  | 'already_proposed'
  | 'cap_exceeded'
  | 'reference_used'
  | 'file_wrong'
  | 'unavailable';

export type ActRefused = { readonly ok: false; readonly refusal: OperatorRefusal; readonly text: string };

export function refuseAct(refusal: OperatorRefusal, text: string): ActRefused {
  return { ok: false, refusal, text };
}

export type OperatorAnswer = Answer | ActRefused;

/** A preview of an act, made without changing anything. */
export type Checked = {
  readonly ok: true;
  /** The object of the act, such as `withdrawal 1003`. */
  readonly object: string;
  readonly details: ActDetails;
  /** The consequences at this moment, shown and recorded; they may change until the act is confirmed or approved. */
  readonly effects?: ActDetails;
  /** Recorded in the audit log with the details, and not shown. */
  readonly evidence?: ActDetails;
  /** The names of details that are shown, and of which no copy is recorded: the ticket has them, sealed. */
  readonly unrecorded?: readonly string[];
  /** True when one operator proposes it and another one approves. */
  readonly needsTwo: boolean;
  /** Minor units of the notional product; null when nothing of value moves. */
  readonly value: Minor | null;
  /** The customer whose money or access it concerns; no operator decides about their own. */
  readonly owner: UserId | null;
};

export type ActExecution = {
  /** The operator who acts; for a proposal, the one who approved it. */
  readonly operator: string;
  /** Null for an act of one operator. */
  readonly proposalId: number | null;
};

export type ChangeAct = {
  readonly kind: 'change';
  check(context: ActContext, params: Params, operator: Operator): Promise<Checked | ActRefused>;
  /** Performs the act. It may be repeated after a crash; its effect happens once. */
  run(context: ActContext, params: Params, execution: ActExecution): Promise<OperatorAnswer>;
};

export type ReadAct = {
  readonly kind: 'read';
  /** The customer's data that is read; null for reads that need no audit entry. */
  object(params: Params): string | null;
  read(context: ActContext, params: Params, operator: Operator): Promise<OperatorAnswer>;
};

export type Act = ChangeAct | ReadAct;
