/**
 * The operators' desk: who asks, what they may do, what it would do, and then the act itself, written down before and after.
 *
 * One request at a time: what was checked is what is done.
 */
import { createHash } from 'node:crypto';
import { InvariantError } from '@salar/protocol';
import type { Database } from '@salar/store';
import type { ProposalRow } from '@salar/store/tables/operators/proposals';
import { writePoint } from '@salar/store/write-points';
import { finishPayouts } from '../payments/bank-payouts.ts';
import { acts } from './acts/index.ts';
import type { ProposalCommand } from './acts/index.ts';
import { refuseAct } from './act.ts';
import type {
  Act,
  ActContext,
  Answer,
  ChangeAct,
  Checked,
  ActExecution,
  ActDetails,
  OperatorAnswer,
  Params,
} from './act.ts';
import { bankProviders } from './act-format.ts';
import { finishBankCost } from './bank-costs.ts';
import { finishBankDeposits } from './bank-deposits.ts';
import { isOperatorCommand, operatorCommand, paramsProblem } from './commands.ts';
import type { OperatorCommandName } from './commands.ts';
import { OperatorAuditLog } from './operator-audit-log.ts';
import { OperatorRegistry } from './operator-registry.ts';
import type { Operator, OperatorCredentials } from './operator-registry.ts';
import { mayOperator } from './permissions.ts';
import { ProposalStore, describeProposal, toProposalRow } from './proposal-store.ts';

export type OperatorRequest = {
  readonly command: string;
  readonly params: Params;
  /** Null only where nobody was ever made an operator. */
  readonly credentials: OperatorCredentials | null;
  /** `show` tells what an act would do and changes nothing. */
  readonly mode: 'show' | 'do';
  /** What `show` gave: the act is done only while that is still what it would do. */
  readonly seen?: string;
};

export type OperatorServiceOptions = Omit<ActContext, 'operators'> & { readonly database: Database };

/** Payouts taken up again at the start. */
const healedMax = 10_000;
const signInTexts = {
  operator_unknown: 'there is no such operator',
  operator_locked: 'too many wrong secrets: locked for a while',
  operator_locked_now: 'the secret is wrong, and too many were: locked for a while',
  secret_wrong: 'the secret is wrong',
} as const;

type Asking = {
  readonly operator: Operator;
  readonly command: OperatorCommandName;
  readonly params: Params;
  readonly request: OperatorRequest;
};

export class OperatorService {
  readonly #context: ActContext;
  readonly #register: OperatorRegistry;
  readonly #record: OperatorAuditLog;
  readonly #proposals: ProposalStore;
  #queue: Promise<unknown> = Promise.resolve();
  /** An act broke off in the middle. */
  #isUnfinished = false;

  constructor(options: OperatorServiceOptions) {
    this.#register = new OperatorRegistry(options);
    this.#record = new OperatorAuditLog(options);
    this.#proposals = new ProposalStore(options);
    this.#context = { ...options, operators: this.#register };
  }

  /** Finishes what a crash cut off: credits, payouts, approved proposals; and says of every act how it went. */
  async heal(): Promise<void> {
    await finishBankDeposits(this.#context);
    await finishBankCost(this.#context);
    await finishPayouts(this.#context, bankProviders(this.#context), healedMax);
    await this.#record.concludeInterrupted();
    for (const proposal of await this.#proposals.approved()) {
      const act = this.#changeOf(proposal);
      const doing = { operator: proposal.decidedBy ?? proposal.proposedBy, proposalId: proposal.proposalId };
      const object = `proposal ${proposal.proposalId}`;
      const deed = { operator: doing.operator, act: `taken up again: ${proposal.act}`, object };
      // One that breaks a rule is in the record and stays for people; it does not stop the others, nor the start.
      await this.#perform(act, this.#proposals.readParams(proposal), doing, deed, '').catch(
        (error: unknown) => {
          if (!(error instanceof InvariantError)) throw error;
          this.#context.log.error({ ...doing, err: error }, 'ALERT: an approved proposal cannot be done');
        },
      );
    }
    this.#isUnfinished = false;
  }

  /** Answers one request; requests wait for one another. @throws when the database or the books are away */
  handle(request: OperatorRequest): Promise<OperatorAnswer> {
    const answer = this.#queue.then(() => this.#answer(request));
    this.#queue = answer.catch(() => undefined); // told to its own caller
    return answer;
  }

  async #answer(request: OperatorRequest): Promise<OperatorAnswer> {
    const { command, params, credentials } = request;
    // What broke off is finished before anything is asked for again: or it would be done twice, the second time at the next start.
    if (this.#isUnfinished) await this.heal();
    if (!isOperatorCommand(command)) return refuseAct('command_unknown', `there is no command ${command}`);
    const spec = operatorCommand(command);
    const problem = paramsProblem(spec, params);
    if (problem !== null) return refuseAct('params_wrong', `${command}: ${problem}`);
    const operator = await this.#operatorOf(credentials, command);
    if (!('role' in operator)) return operator;
    const asking = { operator, command, params, request };
    if (!mayOperator(operator.role, spec.permission)) return this.#notPermitted(asking, spec.permission);
    return isProposalCommand(command) ? this.#onProposals(command, asking) : this.#act(acts[command], asking);
  }

  async #operatorOf(
    credentials: OperatorCredentials | null,
    command: OperatorCommandName,
  ): Promise<Operator | ReturnType<typeof refuseAct>> {
    if (await this.#register.isEmpty()) {
      // Whoever may open this door owns the machine: the first operator is made on it.
      if (command === 'operator add') return { name: 'nobody', role: 'admin', userId: null };
      return refuseAct(
        'not_signed_in',
        'nobody works here yet. Make the first operator: operator add NAME --role admin',
      );
    }
    if (credentials === null)
      return refuseAct(
        'not_signed_in',
        'who are you? Set SALAR_OPERATOR=name:secret, or give both when asked',
      );
    const signedIn = await this.#register.signIn(credentials);
    if (signedIn.ok) return signedIn.value;
    if (signedIn.refusal !== 'operator_locked') {
      const known = signedIn.refusal === 'operator_unknown' ? 'nobody' : credentials.name;
      await this.#record.note({ operator: known, act: 'sign in', object: '' }, 'refused', signedIn.refusal);
    }
    return refuseAct('not_signed_in', signInTexts[signedIn.refusal]);
  }

  async #notPermitted({ operator, command }: Asking, permission: string) {
    const text = `the role ${operator.role} may not ${permission}`;
    await this.#record.note({ operator: operator.name, act: command, object: '' }, 'refused', text);
    return refuseAct('not_permitted', text);
  }

  async #act(act: Act, asking: Asking): Promise<OperatorAnswer> {
    const { operator, command, params } = asking;
    if (act.kind === 'change') return this.#change(act, asking);
    const object = act.object(params);
    if (object !== null)
      await this.#record.note({ operator: operator.name, act: command, object }, 'read', '');
    return act.read(this.#context, params, operator);
  }

  async #change(act: ChangeAct, asking: Asking): Promise<OperatorAnswer> {
    const { operator, command, params } = asking;
    const checked = await act.check(this.#context, params, operator);
    if (!checked.ok) return checked;
    if (isOwn(checked, operator)) return ownAccount();
    if (checked.needsTwo) return this.#propose(act, asking, checked);
    const shown = this.#shown(asking, checked.facts, `${command}: this is what will be done.`);
    if (shown !== null) return shown;
    const deed = { operator: operator.name, act: command, object: checked.object };
    const doing = { operator: operator.name, proposalId: null };
    return this.#perform(act, params, doing, deed, formatDetail(checked.facts));
  }

  /** The same act asked for by a second operator is that operator's approval. */
  async #propose(act: ChangeAct, asking: Asking, checked: Checked): Promise<OperatorAnswer> {
    const { operator, command, params } = asking;
    const open = await this.#proposals.open(command, params);
    if (open !== null && open.proposedBy !== operator.name) return this.#approve(act, asking, open, checked);
    if (open !== null)
      return refuseAct(
        'already_proposed',
        `proposal ${open.proposalId} waits for another operator: approve ${open.proposalId}`,
      );
    const shown = this.#shown(
      asking,
      checked.facts,
      `${command}: this needs two operators and will be proposed.`,
    );
    if (shown !== null) return shown;
    const deed = { operator: operator.name, act: `propose: ${command}`, object: checked.object };
    const intent = await this.#record.intend(deed, formatDetail(checked.facts));
    const proposal = await this.#proposals.add({
      act: command,
      params,
      facts: checked.facts,
      value: checked.value,
      by: operator.name,
    });
    await this.#record.conclude(intent, 'done', `proposal ${proposal.proposalId}`);
    const text = `Proposal ${proposal.proposalId} waits for another operator: approve ${proposal.proposalId}`;
    return { ok: true, text, facts: { proposal: String(proposal.proposalId), ...checked.facts } };
  }

  async #approve(
    act: ChangeAct,
    asking: Asking,
    proposal: ProposalRow,
    checked: Checked,
  ): Promise<OperatorAnswer> {
    const { operator } = asking;
    const { proposalId } = proposal;
    const facts = { ...checked.facts, 'proposed by': proposal.proposedBy };
    const shown = this.#shown(
      asking,
      facts,
      `approve ${proposalId} (${proposal.act}): this is what will be done.`,
    );
    if (shown !== null) return shown;
    const deed = { operator: operator.name, act: `approve: ${proposal.act}`, object: checked.object };
    const doing = { operator: operator.name, proposalId };
    return this.#perform(act, this.#proposals.readParams(proposal), doing, deed, formatDetail(facts));
  }

  async #onProposals(command: ProposalCommand, asking: Asking): Promise<OperatorAnswer> {
    const { operator, params } = asking;
    if (command === 'proposals') {
      const rows = await this.#proposals.list(params['status']);
      if (rows === null)
        return refuseAct('params_wrong', `there are no proposals of status ${params['status']}`);
      return { ok: true, text: `${rows.length} proposals.`, rows: rows.map(toProposalRow) };
    }
    const proposal = await this.#proposals.find(params['proposal'] ?? '');
    if (proposal === null) return refuseAct('not_found', `there is no proposal ${params['proposal']}`);
    if (proposal.status !== 'open')
      return refuseAct('not_possible', `proposal ${proposal.proposalId} is ${proposal.status}`);
    if (!isOperatorCommand(proposal.act)) throw new InvariantError('a proposal is of an act that is known');
    const { permission } = operatorCommand(proposal.act);
    if (!mayOperator(operator.role, permission)) return this.#notPermitted(asking, permission);
    return command === 'decline' ? this.#decline(asking, proposal) : this.#approveByNumber(asking, proposal);
  }

  async #approveByNumber(asking: Asking, proposal: ProposalRow): Promise<OperatorAnswer> {
    const { operator } = asking;
    if (proposal.proposedBy === operator.name)
      return refuseAct('needs_another', 'nobody approves what they proposed: another operator must');
    const act = this.#changeOf(proposal);
    const checked = await act.check(this.#context, this.#proposals.readParams(proposal), operator);
    if (!checked.ok) return checked;
    if (isOwn(checked, operator)) return ownAccount();
    return this.#approve(act, asking, proposal, checked);
  }

  async #decline({ operator, params }: Asking, proposal: ProposalRow): Promise<OperatorAnswer> {
    const { proposalId } = proposal;
    const deed = {
      operator: operator.name,
      act: `decline: ${proposal.act}`,
      object: `proposal ${proposalId}`,
    };
    const intent = await this.#record.intend(deed, params['reason'] ?? '');
    const declined = await this.#proposals.decline(proposalId, operator.name, params['reason'] ?? '');
    await this.#record.conclude(intent, declined ? 'done' : 'refused', describeProposal(proposal));
    return { ok: true, text: `Proposal ${proposalId} is declined.` };
  }

  /** Null when the act may go on; otherwise what is answered instead. */
  #shown({ request }: Asking, facts: ActDetails, text: string): OperatorAnswer | null {
    const seen = computeDigest(facts);
    if (request.mode === 'show') return { ok: true, text, facts, seen };
    if (request.seen === undefined || request.seen === seen) return null;
    return refuseAct('facts_changed', 'what it would do has changed since it was shown: look again');
  }

  /** Written, approved, done, written: in this order, so that a crash at any point leaves a trace and something to heal. */
  async #perform(
    act: ChangeAct,
    params: Params,
    doing: ActExecution,
    deed: { readonly operator: string; readonly act: string; readonly object: string },
    detail: string,
  ): Promise<OperatorAnswer> {
    const intent = await this.#record.intend(deed, detail);
    writePoint('operator.intended');
    if (doing.proposalId !== null) {
      await this.#proposals.approve(doing.proposalId, doing.operator);
      writePoint('operator.approved');
    }
    try {
      const answer = await act.run(this.#context, params, doing);
      writePoint('operator.acted');
      const outcome = answer.ok ? withoutSecrets(answer) : answer.text;
      if (doing.proposalId !== null) await this.#proposals.finish(doing.proposalId, answer.ok, outcome);
      await this.#record.conclude(intent, answer.ok ? 'done' : 'refused', outcome);
      return answer;
    } catch (error) {
      // How it went is unknown: a proposal stays approved and is taken up again, before the next request or at the next start.
      this.#isUnfinished = true;
      const reason = error instanceof Error ? error.message : String(error);
      await this.#record.conclude(intent, 'failed', reason).catch(() => undefined); // the next start says it then
      throw error;
    }
  }

  #changeOf(proposal: ProposalRow): ChangeAct {
    const act =
      isOperatorCommand(proposal.act) && !isProposalCommand(proposal.act) ? acts[proposal.act] : null;
    if (act?.kind !== 'change')
      throw new InvariantError(`proposal ${proposal.proposalId} is of an act that changes`);
    return act;
  }
}

function isProposalCommand(command: OperatorCommandName): command is ProposalCommand {
  return command === 'proposals' || command === 'approve' || command === 'decline';
}

function isOwn(checked: Checked, operator: Operator): boolean {
  return checked.owner !== null && checked.owner === operator.userId;
}

function ownAccount() {
  return refuseAct('own_account', 'nobody decides about their own account: another operator must');
}

function formatDetail(facts: ActDetails): string {
  return JSON.stringify(facts);
}

/** The sentence only: a secret that is shown once is not in it. */
function withoutSecrets({ text }: Answer): string {
  return text;
}

function computeDigest(facts: ActDetails): string {
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex');
}
