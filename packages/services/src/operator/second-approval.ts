/** Approval by a second operator: acts that need two are proposed by one and approved or declined by another. */
import { InvariantError } from '@salar/protocol';
import type { ProposalRow } from '@salar/store/tables/operators/proposals';
import { acts } from './acts/index.ts';
import type { ProposalCommand } from './acts/index.ts';
import { refuseAct } from './act.ts';
import type { ActContext, ChangeAct, Checked, OperatorAnswer, Params } from './act.ts';
import { formatDetail } from './act-performer.ts';
import type { ActPerformer, PreviewRequest } from './act-performer.ts';
import { isOperatorCommand, operatorCommand } from './commands.ts';
import type { OperatorCommandName } from './commands.ts';
import type { OperatorAuditLog } from './operator-audit-log.ts';
import type { Operator } from './operator-registry.ts';
import { isSessionCommand } from './operator-sessions.ts';
import { mayOperator } from './permissions.ts';
import { describeProposal, toProposalRow } from './proposal-store.ts';
import type { ProposalStore } from './proposal-store.ts';

export type SignedInRequest = {
  readonly operator: Operator;
  readonly command: OperatorCommandName;
  readonly params: Params;
  readonly request: PreviewRequest;
  /** The row with the signed text; null for an unsigned request. */
  readonly requestHash: Buffer | null;
};

export type SecondApprovalOptions = {
  readonly context: ActContext;
  readonly auditLog: OperatorAuditLog;
  readonly proposals: ProposalStore;
  readonly performer: ActPerformer;
};

export class SecondApproval {
  readonly #options: SecondApprovalOptions;

  constructor(options: SecondApprovalOptions) {
    this.#options = options;
  }

  /**
   * Proposes an act that needs two operators. The same act requested by a second operator counts as that operator's
   * approval.
   */
  async propose(act: ChangeAct, signedIn: SignedInRequest, checked: Checked): Promise<OperatorAnswer> {
    const { auditLog, performer, proposals } = this.#options;
    const { operator, command, params, request, requestHash } = signedIn;
    const open = await proposals.open(command, params);
    if (open !== null && !proposals.isProved(open)) return this.#refuseUnproved(open);
    if (open !== null && open.proposedBy !== operator.name)
      return this.#approve(act, signedIn, open, checked);
    if (open !== null)
      return refuseAct(
        'already_proposed',
        `proposal ${open.proposalId} waits for another operator: approve ${open.proposalId}`,
      );
    const preview = performer.preview(
      request,
      checked,
      `${command}: this needs two operators and will be proposed.`,
    );
    if (preview !== null) return preview;
    const audited = {
      operator: operator.name,
      act: `propose: ${command}`,
      object: checked.object,
      requestHash,
    };
    const detail = formatDetail({ ...checked.details, ...checked.effects }, checked.unrecorded);
    const intent = await auditLog.intend(audited, detail);
    const proposal = await proposals.add({
      act: command,
      params,
      detail,
      value: checked.value,
      by: operator.name,
    });
    await auditLog.conclude(intent, 'done', `proposal ${proposal.proposalId}`);
    const text = `Proposal ${proposal.proposalId} waits for another operator: approve ${proposal.proposalId}`;
    return {
      ok: true,
      text,
      facts: { proposal: String(proposal.proposalId), ...checked.details, ...checked.effects },
    };
  }

  /** Lists proposals, and approves or declines one by its number. */
  async handle(command: ProposalCommand, signedIn: SignedInRequest): Promise<OperatorAnswer> {
    const { auditLog, proposals } = this.#options;
    const { operator, params } = signedIn;
    if (command === 'proposals') {
      const rows = await proposals.list(params['status']);
      if (rows === null)
        return refuseAct('params_wrong', `there are no proposals of status ${params['status']}`);
      return { ok: true, text: `${rows.length} proposals.`, rows: rows.map(toProposalRow) };
    }
    const proposal = await proposals.find(params['proposal'] ?? '');
    if (proposal === null) return refuseAct('not_found', `there is no proposal ${params['proposal']}`);
    if (proposal.status !== 'open')
      return refuseAct('not_possible', `proposal ${proposal.proposalId} is ${proposal.status}`);
    if (command === 'approve' && !proposals.isProved(proposal)) return this.#refuseUnproved(proposal);
    if (!isOperatorCommand(proposal.act)) throw new InvariantError('a proposal is of a known act');
    const { permission } = operatorCommand(proposal.act);
    if (!mayOperator(operator.role, permission)) return refuseNotPermitted(auditLog, signedIn, permission);
    return command === 'decline'
      ? this.#decline(signedIn, proposal)
      : this.#approveByNumber(signedIn, proposal);
  }

  /** The operator declines it and proposes the act again. */
  #refuseUnproved({ proposalId, act }: ProposalRow): OperatorAnswer {
    this.#options.context.log.error(
      { proposalId, act },
      'ALERT: a proposal was not written by the exchange, and cannot be approved',
    );
    return refuseAct(
      'not_possible',
      `proposal ${proposalId} was changed in the database or is of version 0.1: decline it and propose it again`,
    );
  }

  async #approveByNumber(signedIn: SignedInRequest, proposal: ProposalRow): Promise<OperatorAnswer> {
    const { context, proposals } = this.#options;
    const { operator } = signedIn;
    if (proposal.proposedBy === operator.name)
      return refuseAct('needs_another', 'no operator approves their own proposal: another operator must');
    const act = findChangeAct(proposal);
    const checked = await act.check(context, proposals.readParams(proposal), operator);
    if (!checked.ok) return checked;
    if (isOwn(checked, operator)) return refuseOwnAccount();
    return this.#approve(act, signedIn, proposal, checked);
  }

  async #approve(
    act: ChangeAct,
    { operator, request, requestHash }: SignedInRequest,
    proposal: ProposalRow,
    checked: Checked,
  ): Promise<OperatorAnswer> {
    const { performer, proposals } = this.#options;
    const { proposalId } = proposal;
    const details = { ...checked.details, 'proposed by': proposal.proposedBy };
    const preview = performer.preview(
      request,
      { ...checked, details },
      `approve ${proposalId} (${proposal.act}): this is what will be done.`,
    );
    if (preview !== null) return preview;
    const audited = {
      operator: operator.name,
      act: `approve: ${proposal.act}`,
      object: checked.object,
      requestHash,
    };
    const execution = { operator: operator.name, proposal };
    const params = proposals.readParams(proposal);
    const detail = formatDetail({ ...details, ...checked.effects }, checked.unrecorded);
    return performer.perform(act, params, execution, audited, detail);
  }

  async #decline(
    { operator, params, requestHash }: SignedInRequest,
    proposal: ProposalRow,
  ): Promise<OperatorAnswer> {
    const { auditLog, proposals } = this.#options;
    const { proposalId } = proposal;
    const audited = {
      operator: operator.name,
      act: `decline: ${proposal.act}`,
      object: `proposal ${proposalId}`,
      requestHash,
    };
    const intent = await auditLog.intend(audited, params['reason'] ?? '');
    const declined = await proposals.decline(proposalId, operator.name, params['reason'] ?? '');
    await auditLog.conclude(intent, declined ? 'done' : 'refused', describeProposal(proposal));
    return { ok: true, text: `Proposal ${proposalId} is declined.` };
  }
}

/** Returns true for the commands about proposals; every other command is an act. */
export function isProposalCommand(command: OperatorCommandName): command is ProposalCommand {
  return command === 'proposals' || command === 'approve' || command === 'decline';
}

/** Returns true when an act concerns the operator's own account. */
export function isOwn(checked: Checked, operator: Operator): boolean {
  return checked.owner !== null && checked.owner === operator.userId;
}

/** The refusal of an act about the operator's own account. */
export function refuseOwnAccount() {
  return refuseAct('own_account', 'no operator decides about their own account: another operator must');
}

/** Refuses an act that the operator's role does not allow, and writes that to the audit log. */
export async function refuseNotPermitted(
  auditLog: OperatorAuditLog,
  { operator, command, requestHash }: SignedInRequest,
  permission: string,
) {
  const text = `the role ${operator.role} may not ${permission}`;
  await auditLog.note({ operator: operator.name, act: command, object: '', requestHash }, 'refused', text);
  return refuseAct('not_permitted', text);
}

/** Returns the act that a proposal is for. @throws InvariantError when its name is unknown or it changes nothing */
export function findChangeAct(proposal: ProposalRow): ChangeAct {
  const act =
    isOperatorCommand(proposal.act) && !isProposalCommand(proposal.act) && !isSessionCommand(proposal.act)
      ? acts[proposal.act]
      : null;
  if (act?.kind !== 'change')
    throw new InvariantError(`proposal ${proposal.proposalId} is of an act with effects`);
  return act;
}
