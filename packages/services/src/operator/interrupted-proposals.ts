/** Performs approved proposals that a crash interrupted, at the next start. */
import { InvariantError } from '@salar/protocol';
import type { ProposalRow } from '@salar/store/tables/operators/proposals';
import type { ActContext } from './act.ts';
import { isOperatorCommand, operatorCommand } from './commands.ts';
import type { Operator } from './operator-registry.ts';
import { mayOperator } from './permissions.ts';
import { findChangeAct } from './second-approval.ts';
import type { SecondApprovalOptions } from './second-approval.ts';

type Options = Omit<SecondApprovalOptions, 'auditLog'>;

/**
 * Performs the approved proposals of a short while ago whose two operators may still decide. The MAC of the approval is the proof
 * that there was one; a row without it was written by somebody else, and one that was decided already was put back. What the act
 * itself checks was checked at the approval: part of it may be done since, and the check would refuse the rest.
 */
export async function performInterruptedProposals(options: Options): Promise<void> {
  const { context, performer, proposals } = options;
  for (const proposal of await proposals.approved()) {
    const { proposalId } = proposal;
    if (!proposals.isApprovalProved(proposal)) {
      context.log.error({ proposalId, act: proposal.act }, unprovedAlert);
      continue;
    }
    const unfinished = await findReason(proposal, options);
    if (unfinished !== null) {
      const { alert, reason } = unfinished;
      context.log.error({ proposalId, act: proposal.act, reason }, alert);
      await proposals.finish(proposalId, false, reason);
      continue;
    }
    const execution = { operator: proposal.decidedBy ?? proposal.proposedBy, proposal };
    const audited = {
      operator: execution.operator,
      act: `taken up again: ${proposal.act}`,
      object: `proposal ${proposalId}`,
      requestHash: null,
    };
    // One that breaks a rule is recorded and left to operators; it stops neither the others nor the start.
    await performer
      .perform(findChangeAct(proposal), proposals.readParams(proposal), execution, audited, '')
      .catch((error: unknown) => {
        if (!(error instanceof InvariantError)) throw error;
        context.log.error({ proposalId, err: error }, failedAlert);
      });
  }
}

const unprovedAlert =
  'ALERT: the approval of a proposal was not written by the exchange, and it is not performed';
const putBackAlert = 'ALERT: a proposal that was decided before is approved again, and is not performed';
const lateAlert = 'ALERT: an approved proposal was not finished within an hour';
const notPossibleAlert = 'ALERT: an approved proposal that was interrupted is not possible any more';
const failedAlert = 'ALERT: an approved proposal cannot be performed';

/** Returns why an approved proposal is left unfinished; null when nothing is against performing it. */
async function findReason(
  proposal: ProposalRow,
  { context, proposals }: Options,
): Promise<{ readonly alert: string; readonly reason: string } | null> {
  if (proposals.isDecided(proposal))
    return { alert: putBackAlert, reason: 'decided before: see the audit log' };
  if (!proposals.mayResume(proposal))
    return {
      alert: lateAlert,
      reason: 'not finished within an hour: see the audit log, and propose it again',
    };
  const obstacle = await findObstacle(proposal, context);
  return obstacle === null
    ? null
    : { alert: notPossibleAlert, reason: `not performed after a restart: ${obstacle}` };
}

/** Returns what is missing of the two operators who decided; null when both may still decide. */
async function findObstacle(proposal: ProposalRow, context: ActContext): Promise<string | null> {
  const { proposedBy, decidedBy } = proposal;
  if (decidedBy === null || decidedBy === proposedBy) return 'it has no second operator';
  for (const name of [proposedBy, decidedBy]) {
    const obstacle = findMissingRight(await context.operators.find(name), proposal, name);
    if (obstacle !== null) return obstacle;
  }
  return null;
}

function findMissingRight(operator: Operator | null, { act }: ProposalRow, name: string): string | null {
  if (operator === null) return `${name} is no operator any more`;
  if (!isOperatorCommand(act)) throw new InvariantError('a proposal is of a known act');
  const { permission } = operatorCommand(act);
  return mayOperator(operator.role, permission) ? null : `the role ${operator.role} may not ${permission}`;
}
