/**
 * Handles operators' requests: authenticates, authorises, previews, and performs acts, with audit entries before and after.
 *
 * One request at a time, so that what was checked is what is done.
 */
import { createHash } from 'node:crypto';
import { Mutex } from 'async-mutex';
import { InvariantError } from '@salar/protocol';
import type { TicketDatabase } from '@salar/store';
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
  /** Null only while no operator was ever created. */
  readonly credentials: OperatorCredentials | null;
  /** `show` previews an act and changes nothing. */
  readonly mode: 'show' | 'do';
  /** The digest of the preview: the act is performed only if its preview is still the same. */
  readonly seen?: string;
};

export type OperatorServiceOptions = Omit<ActContext, 'operators'> & { readonly database: TicketDatabase };

/** The most payouts that are completed at the start. */
const healedMax = 10_000;
const signInTexts = {
  operator_unknown: 'there is no such operator',
  operator_locked: 'too many wrong secrets: locked for a while',
  operator_locked_now: 'the secret is wrong, and too many were: locked for a while',
  secret_wrong: 'the secret is wrong',
} as const;

type SignedInRequest = {
  readonly operator: Operator;
  readonly command: OperatorCommandName;
  readonly params: Params;
  readonly request: OperatorRequest;
};

export class OperatorService {
  readonly #context: ActContext;
  readonly #operators: OperatorRegistry;
  readonly #auditLog: OperatorAuditLog;
  readonly #proposals: ProposalStore;
  readonly #mutex = new Mutex();
  /** True after an act failed halfway. */
  #isUnfinished = false;

  constructor(options: OperatorServiceOptions) {
    this.#operators = new OperatorRegistry(options);
    this.#auditLog = new OperatorAuditLog(options);
    this.#proposals = new ProposalStore(options);
    this.#context = { ...options, operators: this.#operators };
  }

  /** Completes what a crash interrupted: credits, payouts, approved proposals; and closes open audit intents. */
  async heal(): Promise<void> {
    await finishBankDeposits(this.#context);
    await finishBankCost(this.#context);
    await finishPayouts(this.#context, bankProviders(this.#context), healedMax);
    await this.#auditLog.concludeInterrupted();
    for (const proposal of await this.#proposals.approved()) {
      const act = this.#findChangeAct(proposal);
      const execution = {
        operator: proposal.decidedBy ?? proposal.proposedBy,
        proposalId: proposal.proposalId,
      };
      const object = `proposal ${proposal.proposalId}`;
      const audited = { operator: execution.operator, act: `taken up again: ${proposal.act}`, object };
      // One that breaks a rule is recorded and left to operators; it stops neither the others nor the start.
      await this.#perform(act, this.#proposals.readParams(proposal), execution, audited, '').catch(
        (error: unknown) => {
          if (!(error instanceof InvariantError)) throw error;
          this.#context.log.error(
            { ...execution, err: error },
            'ALERT: an approved proposal cannot be performed',
          );
        },
      );
    }
    this.#isUnfinished = false;
  }

  /** Handles one request; requests run one after another. @throws when the database or the ledger is unavailable */
  handle(request: OperatorRequest): Promise<OperatorAnswer> {
    return this.#mutex.runExclusive(() => this.#handleNext(request));
  }

  async #handleNext(request: OperatorRequest): Promise<OperatorAnswer> {
    const { command, params, credentials } = request;
    // An unfinished act is completed before any other request: otherwise it could be done twice, the second time at the next start.
    if (this.#isUnfinished) await this.heal();
    if (!isOperatorCommand(command)) return refuseAct('command_unknown', `there is no command ${command}`);
    const spec = operatorCommand(command);
    const problem = paramsProblem(spec, params);
    if (problem !== null) return refuseAct('params_wrong', `${command}: ${problem}`);
    const operator = await this.#authenticate(credentials, command);
    if (!('role' in operator)) return operator;
    const signedInRequest = { operator, command, params, request };
    if (!mayOperator(operator.role, spec.permission))
      return this.#refuseNotPermitted(signedInRequest, spec.permission);
    return isProposalCommand(command)
      ? this.#onProposals(command, signedInRequest)
      : this.#act(acts[command], signedInRequest);
  }

  async #authenticate(
    credentials: OperatorCredentials | null,
    command: OperatorCommandName,
  ): Promise<Operator | ReturnType<typeof refuseAct>> {
    if (await this.#operators.isEmpty()) {
      // Access to this socket means control of the machine, so the first operator is created without sign-in.
      if (command === 'operator add') return { name: 'nobody', role: 'admin', userId: null };
      return refuseAct(
        'not_signed_in',
        'there are no operators yet. Create the first one: operator add NAME --role admin',
      );
    }
    if (credentials === null)
      return refuseAct(
        'not_signed_in',
        'not signed in: set SALAR_OPERATOR=name:secret, or enter both when prompted',
      );
    const signedIn = await this.#operators.signIn(credentials);
    if (signedIn.ok) return signedIn.value;
    if (signedIn.refusal !== 'operator_locked') {
      const known = signedIn.refusal === 'operator_unknown' ? 'nobody' : credentials.name;
      await this.#auditLog.note({ operator: known, act: 'sign in', object: '' }, 'refused', signedIn.refusal);
    }
    return refuseAct('not_signed_in', signInTexts[signedIn.refusal]);
  }

  async #refuseNotPermitted({ operator, command }: SignedInRequest, permission: string) {
    const text = `the role ${operator.role} may not ${permission}`;
    await this.#auditLog.note({ operator: operator.name, act: command, object: '' }, 'refused', text);
    return refuseAct('not_permitted', text);
  }

  async #act(act: Act, signedInRequest: SignedInRequest): Promise<OperatorAnswer> {
    const { operator, command, params } = signedInRequest;
    if (act.kind === 'change') return this.#change(act, signedInRequest);
    const object = act.object(params);
    if (object !== null)
      await this.#auditLog.note({ operator: operator.name, act: command, object }, 'read', '');
    return act.read(this.#context, params, operator);
  }

  async #change(act: ChangeAct, signedInRequest: SignedInRequest): Promise<OperatorAnswer> {
    const { operator, command, params } = signedInRequest;
    const checked = await act.check(this.#context, params, operator);
    if (!checked.ok) return checked;
    if (isOwn(checked, operator)) return refuseOwnAccount();
    if (checked.needsTwo) return this.#propose(act, signedInRequest, checked);
    const preview = this.#preview(signedInRequest, checked.details, `${command}: this is what will be done.`);
    if (preview !== null) return preview;
    const audited = { operator: operator.name, act: command, object: checked.object };
    const execution = { operator: operator.name, proposalId: null };
    return this.#perform(act, params, execution, audited, formatDetail(checked.details));
  }

  /** The same act requested by a second operator counts as that operator's approval. */
  async #propose(
    act: ChangeAct,
    signedInRequest: SignedInRequest,
    checked: Checked,
  ): Promise<OperatorAnswer> {
    const { operator, command, params } = signedInRequest;
    const open = await this.#proposals.open(command, params);
    if (open !== null && open.proposedBy !== operator.name)
      return this.#approve(act, signedInRequest, open, checked);
    if (open !== null)
      return refuseAct(
        'already_proposed',
        `proposal ${open.proposalId} waits for another operator: approve ${open.proposalId}`,
      );
    const preview = this.#preview(
      signedInRequest,
      checked.details,
      `${command}: this needs two operators and will be proposed.`,
    );
    if (preview !== null) return preview;
    const audited = { operator: operator.name, act: `propose: ${command}`, object: checked.object };
    const intent = await this.#auditLog.intend(audited, formatDetail(checked.details));
    const proposal = await this.#proposals.add({
      act: command,
      params,
      details: checked.details,
      value: checked.value,
      by: operator.name,
    });
    await this.#auditLog.conclude(intent, 'done', `proposal ${proposal.proposalId}`);
    const text = `Proposal ${proposal.proposalId} waits for another operator: approve ${proposal.proposalId}`;
    return { ok: true, text, facts: { proposal: String(proposal.proposalId), ...checked.details } };
  }

  async #approve(
    act: ChangeAct,
    signedInRequest: SignedInRequest,
    proposal: ProposalRow,
    checked: Checked,
  ): Promise<OperatorAnswer> {
    const { operator } = signedInRequest;
    const { proposalId } = proposal;
    const details = { ...checked.details, 'proposed by': proposal.proposedBy };
    const preview = this.#preview(
      signedInRequest,
      details,
      `approve ${proposalId} (${proposal.act}): this is what will be done.`,
    );
    if (preview !== null) return preview;
    const audited = { operator: operator.name, act: `approve: ${proposal.act}`, object: checked.object };
    const execution = { operator: operator.name, proposalId };
    return this.#perform(
      act,
      this.#proposals.readParams(proposal),
      execution,
      audited,
      formatDetail(details),
    );
  }

  async #onProposals(command: ProposalCommand, signedInRequest: SignedInRequest): Promise<OperatorAnswer> {
    const { operator, params } = signedInRequest;
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
    if (!isOperatorCommand(proposal.act)) throw new InvariantError('a proposal is of a known act');
    const { permission } = operatorCommand(proposal.act);
    if (!mayOperator(operator.role, permission)) return this.#refuseNotPermitted(signedInRequest, permission);
    return command === 'decline'
      ? this.#decline(signedInRequest, proposal)
      : this.#approveByNumber(signedInRequest, proposal);
  }

  async #approveByNumber(signedInRequest: SignedInRequest, proposal: ProposalRow): Promise<OperatorAnswer> {
    const { operator } = signedInRequest;
    if (proposal.proposedBy === operator.name)
      return refuseAct('needs_another', 'no operator approves their own proposal: another operator must');
    const act = this.#findChangeAct(proposal);
    const checked = await act.check(this.#context, this.#proposals.readParams(proposal), operator);
    if (!checked.ok) return checked;
    if (isOwn(checked, operator)) return refuseOwnAccount();
    return this.#approve(act, signedInRequest, proposal, checked);
  }

  async #decline({ operator, params }: SignedInRequest, proposal: ProposalRow): Promise<OperatorAnswer> {
    const { proposalId } = proposal;
    const audited = {
      operator: operator.name,
      act: `decline: ${proposal.act}`,
      object: `proposal ${proposalId}`,
    };
    const intent = await this.#auditLog.intend(audited, params['reason'] ?? '');
    const declined = await this.#proposals.decline(proposalId, operator.name, params['reason'] ?? '');
    await this.#auditLog.conclude(intent, declined ? 'done' : 'refused', describeProposal(proposal));
    return { ok: true, text: `Proposal ${proposalId} is declined.` };
  }

  /** Returns the preview or a refusal instead of performing the act; null when the act may proceed. */
  #preview({ request }: SignedInRequest, details: ActDetails, text: string): OperatorAnswer | null {
    const seen = computeDigest(details);
    if (request.mode === 'show') return { ok: true, text, facts: details, seen };
    if (request.seen === undefined || request.seen === seen) return null;
    return refuseAct('facts_changed', 'the preview has changed since it was shown: look again');
  }

  /** Intent, approval, act, outcome: in this order, so that a crash at any point leaves an entry and something to heal. */
  async #perform(
    act: ChangeAct,
    params: Params,
    execution: ActExecution,
    audited: { readonly operator: string; readonly act: string; readonly object: string },
    detail: string,
  ): Promise<OperatorAnswer> {
    const intent = await this.#auditLog.intend(audited, detail);
    writePoint('operator.intended');
    if (execution.proposalId !== null) {
      await this.#proposals.approve(execution.proposalId, execution.operator);
      writePoint('operator.approved');
    }
    try {
      const answer = await act.run(this.#context, params, execution);
      writePoint('operator.acted');
      const outcome = answer.ok ? omitSecrets(answer) : answer.text;
      if (execution.proposalId !== null)
        await this.#proposals.finish(execution.proposalId, answer.ok, outcome);
      await this.#auditLog.conclude(intent, answer.ok ? 'done' : 'refused', outcome);
      return answer;
    } catch (error) {
      // The outcome is unknown: a proposal stays approved and is performed again, before the next request or at the next start.
      this.#isUnfinished = true;
      const reason = error instanceof Error ? error.message : String(error);
      await this.#auditLog.conclude(intent, 'failed', reason).catch(() => undefined); // the next start records it
      throw error;
    }
  }

  #findChangeAct(proposal: ProposalRow): ChangeAct {
    const act =
      isOperatorCommand(proposal.act) && !isProposalCommand(proposal.act) ? acts[proposal.act] : null;
    if (act?.kind !== 'change')
      throw new InvariantError(`proposal ${proposal.proposalId} is of an act with effects`);
    return act;
  }
}

function isProposalCommand(command: OperatorCommandName): command is ProposalCommand {
  return command === 'proposals' || command === 'approve' || command === 'decline';
}

function isOwn(checked: Checked, operator: Operator): boolean {
  return checked.owner !== null && checked.owner === operator.userId;
}

function refuseOwnAccount() {
  return refuseAct('own_account', 'no operator decides about their own account: another operator must');
}

function formatDetail(details: ActDetails): string {
  return JSON.stringify(details);
}

/** Returns the sentence only, which never contains a secret. */
function omitSecrets({ text }: Answer): string {
  return text;
}

function computeDigest(details: ActDetails): string {
  return createHash('sha256').update(JSON.stringify(details)).digest('hex');
}
