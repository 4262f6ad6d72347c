/** What an act of an operator is: what it reads, how it says no, what it shows before it does anything. */
import type { Engine } from '@salar/engine';
import type { Command, Minor, OutcomeOf, UserId } from '@salar/protocol';
import type { FactorResets } from '../second-factor/factor-resets.ts';
import type { AccountLocks } from '../sign-in/account-locks.ts';
import type { HouseWallet } from '../tickets/chain-access.ts';
import type { NetworkSettings, TicketProvider } from '../tickets/networks.ts';
import type { LevelRequests } from '../verification/level-requests.ts';
import type { StepContext } from '../withdrawals/withdrawal-steps.ts';
import type { Operator, OperatorRegistry } from './operator-registry.ts';

/** What acts may reach. */
export type ActContext = Omit<StepContext, 'ledger'> & {
  readonly ledger: {
    readonly engine: Engine;
    submit<C extends Command>(command: C): Promise<OutcomeOf<C>>;
  };
  readonly providers: readonly TicketProvider[];
  readonly networks: readonly Pick<NetworkSettings, 'chainId' | 'name'>[];
  /** @throws TicketsNotReady until chains and signer are up */
  readonly wallets: () => readonly HouseWallet[];
  readonly operators: OperatorRegistry;
  readonly levelRequests: LevelRequests;
  readonly factorResets: FactorResets;
  readonly locks: Pick<AccountLocks, 'lockByOperator' | 'openByOperator'>;
  readonly limits: OperatorLimits;
};

/** Minor units of the notional product (COP). */
export type OperatorLimits = {
  /** A withdrawal worth more needs two operators. */
  readonly acceptAlone: Minor;
  /** The same for what is booked from a bank's statement. */
  readonly bankCreditAlone: Minor;
  /** What balances may be adjusted by within any 24 hours. */
  readonly adjustPerDay: Minor;
};

/** Texts by name, as they were typed. */
export type Params = Readonly<Record<string, string>>;
/** What is shown, line by line. */
export type ActDetails = Readonly<Record<string, string>>;
export type Row = Readonly<Record<string, string>>;

export type Answer = {
  readonly ok: true;
  /** One sentence. */
  readonly text: string;
  readonly facts?: ActDetails;
  readonly rows?: readonly Row[];
  /** To be written to a file where the operator is, under this name. */
  readonly file?: { readonly name: string; readonly base64: string };
  /** Of the facts that were shown before an act: given back with the yes. */
  readonly seen?: string;
};

export type OperatorRefusal =
  | 'command_unknown'
  | 'params_wrong'
  | 'not_signed_in'
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
  | 'unavailable';

export type ActRefused = { readonly ok: false; readonly refusal: OperatorRefusal; readonly text: string };

export function refuseAct(refusal: OperatorRefusal, text: string): ActRefused {
  return { ok: false, refusal, text };
}

export type OperatorAnswer = Answer | ActRefused;

/** What an act would do, found out without changing anything. */
export type Checked = {
  readonly ok: true;
  /** What it is done to, such as `withdrawal 1003`. */
  readonly object: string;
  readonly facts: ActDetails;
  /** One operator proposes it, another one approves. */
  readonly needsTwo: boolean;
  /** Minor units of the notional product; null when it moves nothing that has a worth. */
  readonly value: Minor | null;
  /** Whose money or access it is about; nobody decides about their own. */
  readonly owner: UserId | null;
};

export type ActExecution = {
  /** Who does it; of a proposal, who approved it. */
  readonly operator: string;
  /** Null for what one operator does alone. */
  readonly proposalId: number | null;
};

export type ChangeAct = {
  readonly kind: 'change';
  check(context: ActContext, params: Params, operator: Operator): Promise<Checked | ActRefused>;
  /** Does it. May be asked again after a crash: what is done stays done once. */
  run(context: ActContext, params: Params, doing: ActExecution): Promise<OperatorAnswer>;
};

export type ReadAct = {
  readonly kind: 'read';
  /** What is read of a customer's; null for what needs no line in the record. */
  object(params: Params): string | null;
  read(context: ActContext, params: Params, operator: Operator): Promise<OperatorAnswer>;
};

export type Act = ChangeAct | ReadAct;
